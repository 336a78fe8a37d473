/**
 * Index of the chosen annotation, or of the only one if no other was chosen; null if none is. If the chosen one is gone, its
 * comment must not return another one.
 */
export function findChosenAnnotation(
  choices: readonly { annotation: string }[],
  chosenId: string | null,
): number | null {
  if (chosenId === null) return choices.length === 1 ? 0 : null
  const index = choices.findIndex(({ annotation }) => annotation === chosenId)
  return index === -1 ? null : index
}
