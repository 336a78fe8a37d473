/** The list with or without a value; in the order in which values were added. */
export function addOrRemoveValue<Value>(
  values: readonly Value[],
  value: Value,
  isIn: boolean,
): readonly Value[] {
  const others = values.filter((each) => each !== value)
  return isIn ? [...others, value] : others
}
