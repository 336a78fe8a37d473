type CamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name

type CamelCaseKeys<T> = { [Key in keyof T as Key extends string ? CamelCase<Key> : Key]: T[Key] }

const toCamelCase = (name: string) =>
  name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** Renames properties, such as `finish_reason` to `finishReason`. Their values stay the same objects. */
export const camelCaseKeys = <T extends object>(value: T) =>
  Object.fromEntries(
    Object.entries(value).map(([key, each]: [string, unknown]) => [toCamelCase(key), each]),
  ) as CamelCaseKeys<T>
