/** Settings of a stage with which it cannot be deployed. Its message names the setting and what it may be. */
export class SettingFault extends Error {
  override readonly name = "SettingFault";
}
