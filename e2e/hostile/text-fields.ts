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
      return [...findTexts(z.toJSONSchema(input, options), name)]
    })
  return [...new Set(fields)]
}

function* findTexts(schema: Schema, path: string): Generator<string> {
  const { type, pattern, format, enum: values, const: only } = schema
  const isFree = !pattern && !format && !values && only === undefined
  if (type === 'string' && isFree) yield path
  for (const [key, field] of Object.entries(schema.properties ?? {}))
    yield* findTexts(field as Schema, `${path}.${key}`)
  for (const choice of [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])])
    yield* findTexts(choice, path)
  if (schema.items) yield* findTexts(schema.items as Schema, `${path}[]`)
  if (typeof schema.additionalProperties === 'object')
    yield* findTexts(schema.additionalProperties, `${path}{}`)
}

/** The values of such a field in an input. */
export function readField(field: string, input: unknown): unknown[] {
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
export const excludedFields: Readonly<Record<string, string>> = {
  'createAdmin.': 'the terminal’s; its name is that of addMember',
  'createTokenFor.': 'the terminal’s; its name is that of createToken',
  'createResetLinkFor.': 'the terminal’s: an address that is looked for',
  'endTotpFor.': 'the terminal’s: an address that is looked for',
  'changePassword.': 'passwords are shown nowhere',
  'endTotp.': 'passwords and codes are shown nowhere',
  'startTotp.': 'passwords are shown nowhere',
  'confirmTotp.': 'codes are shown nowhere',
  'renewRecoveryCodes.': 'passwords and codes are shown nowhere',
  'resetPassword.': 'passwords are shown nowhere',
  'requestReset.email': 'an address, looked for',
  'addMember.email': 'an address: it has no angle bracket, quote or space',
  'createInvite.email': 'an address, as that of addMember',
  'createAccountInvite.email': 'an address, as that of addMember',
  'acceptInvite.account.':
    'the name is that of addMember; the others are an address and a password',
  'savePreferences.': 'keys of the keyboard, out of a list',
  'returnAffected.': 'not kept: words that are looked for',
  'saveAnnotation.tags[]': 'one of the tags of the project, which have a pattern',
  'submitAnnotation.tags[]': 'one of the tags of the project, which have a pattern',
  'saveAnnotation.supersededErrors{}': 'as the explanation beside it',
  'submitAnnotation.supersededErrors{}': 'as the explanation beside it',
  'saveAnnotation.events[].detail': 'what a page did, drawn nowhere',
  'submitAnnotation.events[].detail': 'what a page did, drawn nowhere',
  'dismissQuestions.questions[].text': 'the text of a flag again, which submitAnnotation has',
  'answerQuestions.questions[].text': 'the text of a flag again, which submitAnnotation has',
  'createDecision.questions[].text': 'the text of a flag again, which submitAnnotation has',
  'startImport.columns{}': 'names of columns of the file, which is read by them and has them',
  'readAnswer.answer': 'taken where the grader understands it as mathematics, and nothing else',
  'updateWebhook.url': 'as that of createWebhook',
}
