export class SettingFault extends Error {
  override readonly name = "SettingFault";
}
