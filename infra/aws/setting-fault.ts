/** Settings of a stage with which it cannot be deployed. The message names the setting and its valid values. */
export class SettingFault extends Error {
  override readonly name = "SettingFault";
}
