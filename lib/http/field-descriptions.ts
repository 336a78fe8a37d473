import descriptions from './field-descriptions.json' with { type: 'json' }

/**
 * What a field of this name means in every call. A contract describes a field itself where it means something else
 * there. `parent.field` describes the field in objects that are the value of `parent`.
 */
export const fieldDescriptions: Readonly<Record<string, string>> = descriptions
