/** The list with or without a value, in the order in which values were added. */
export function addOrRemoveValue<Value>(
  values: readonly Value[],
  value: Value,
  isIncluded: boolean,
): readonly Value[] {
  const remainingValues = values.filter((each) => each !== value)
  return isIncluded ? [...remainingValues, value] : remainingValues
}
