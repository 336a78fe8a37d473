import descriptions from './field-descriptions.json' with { type: 'json' }

/**
 * Descriptions in the OpenAPI document of fields whose contracts have none. A name alone describes the field in every
 * call. `parent.field` describes it in objects that are the value of `parent`, and so on: the longest key that the path
 * ends with applies. A path starts with the name of the component or the call, followed by `request` for what is sent.
 */
export const fieldDescriptions: Readonly<Record<string, string>> = descriptions

export function findFieldDescription(path: readonly string[]): string | undefined {
  const keys = path.map((_, i) => path.slice(i).join('.'))
  return fieldDescriptions[keys.find((key) => Object.hasOwn(fieldDescriptions, key)) ?? '']
}
