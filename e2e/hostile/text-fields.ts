import { operations } from '@/lib/http/server/operations'
import { z } from '@/lib/platform/contract'

type Schema = z.core.JSONSchema.BaseSchema

/**
 * Free text fields by operation and path: `submitAnnotation.notes[].text`, `savePreferences.keys{}`. Without those that
 * have a pattern, a format or a list of values.
 */
export function listTextFields(): string[] {
  const fields = operations
    .filter(({ kind }) => kind === 'command')
    .flatMap(({ contract: { name, input } }) => {
      const options = { io: 'input', unrepresentable: 'any', reused: 'inline' } as const
      return [...findTextFields(z.toJSONSchema(input, options), name)]
    })
  return [...new Set(fields)]
}

function* findTextFields(schema: Schema, path: string): Generator<string> {
  const { type, pattern, format, enum: values, const: constant } = schema
  const isFreeText = !pattern && !format && !values && constant === undefined
  if (type === 'string' && isFreeText) yield path
  for (const [key, field] of Object.entries(schema.properties ?? {}))
    yield* findTextFields(field as Schema, `${path}.${key}`)
  for (const subschema of [
    ...(schema.anyOf ?? []),
    ...(schema.oneOf ?? []),
    ...(schema.allOf ?? []),
  ])
    yield* findTextFields(subschema, path)
  if (schema.items) yield* findTextFields(schema.items as Schema, `${path}[]`)
  if (typeof schema.additionalProperties === 'object')
    yield* findTextFields(schema.additionalProperties, `${path}{}`)
}

/** All values in an input of a field that `listTextFields` returned. */
export function readFieldValues(field: string, input: unknown): unknown[] {
  const [, ...parts] = field.replaceAll(/\[\]|\{\}/g, '.*').split('.')
  return parts.reduce<unknown[]>(
    (values, part) =>
      values.flatMap((each) => {
        if (typeof each !== 'object' || each === null) return []
        return part === '*' ? Object.values(each) : [(each as Record<string, unknown>)[part]]
      }),
    [input],
  )
}

/** Reasons for fields without hostile text, by prefix: no page shows them, or another field covers them. */
export const fieldsWithoutHostileText: Readonly<Record<string, string>> = {
  'createAdmin.': 'only in the terminal; addMember covers the name',
  'createTokenForUser.': 'only in the terminal; createToken covers the name',
  'createResetLinkForUser.': 'only in the terminal; the address of an existing account',
  'endTotpFor.': 'only in the terminal; the address of an existing account',
  'changePassword.': 'no page shows passwords',
  'endTotp.': 'no page shows passwords and codes',
  'startTotp.': 'no page shows passwords',
  'confirmTotp.': 'no page shows codes',
  'renewRecoveryCodes.': 'no page shows passwords and codes',
  'resetPassword.': 'no page shows passwords',
  'requestReset.email': 'the address of an existing account',
  'addMember.email': 'an address can’t contain angle brackets, quotes or spaces',
  'createInvite.email': 'an address, like addMember.email',
  'createAccountInvite.email': 'an address, like addMember.email',
  'acceptInvite.account.': 'addMember covers the name; the others are an address and a password',
  'savePreferences.': 'keyboard keys from a list',
  'returnAffectedAnnotations.': 'a search text, which is not stored',
  'saveAnnotation.tags[]': 'tags of the project, which have a pattern',
  'submitAnnotation.tags[]': 'tags of the project, which have a pattern',
  'saveAnnotation.supersededErrors{}': 'like the explanation',
  'submitAnnotation.supersededErrors{}': 'like the explanation',
  'saveAnnotation.events[].detail': 'no page shows events',
  'submitAnnotation.events[].detail': 'no page shows events',
  'dismissQuestions.questions[].text': 'the text of a flag, which submitAnnotation covers',
  'answerQuestions.questions[].text': 'the text of a flag, which submitAnnotation covers',
  'createDecision.questions[].text': 'the text of a flag, which submitAnnotation covers',
  'startImport.columns{}': 'column names, which must be in the file',
  'enterFinalAnswer.answer': 'only accepted if the grader can parse it',
  'updateWebhook.url': 'like createWebhook.url',
}
