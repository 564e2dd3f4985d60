export const englishFunctionWords: readonly string[] = (
  "above again against almost although always among anything below cannot does doing done down during either else " +
  "ever every everyone everything few further getting gets going having hers herself however its itself just let " +
  "lets may maybe neither no nobody none nor not nothing off often once onto others ours ourselves per perhaps quite " +
  "rather really she so someone something theirs themselves thing though together toward until upon us used using " +
  "via want whatever when whenever wherever whether whoever whom whose why will within without yet yours yourself " +
  "yourselves"
).split(" ");
