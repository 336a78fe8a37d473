import { z } from '@/lib/platform/contract'
import { codeColourKinds, plainTextReasons, type TypesetBlock, type TypesetText } from './typeset'

const formulaField = z.object({
  kind: z.literal('formula'),
  source: z.string(),
  html: z.string().nullable(),
})

const makeStyledTextField = (kind: 'text' | 'strong' | 'emphasis' | 'code') =>
  z.object({ kind: z.literal(kind), text: z.string() })

const piecesField = z.array(
  z.discriminatedUnion('kind', [
    makeStyledTextField('text'),
    makeStyledTextField('strong'),
    makeStyledTextField('emphasis'),
    makeStyledTextField('code'),
    formulaField,
  ]),
)

/** `TypesetText` as replies carry it. */
export const typesetTextField: z.ZodType<TypesetText> = z
  .array(z.lazy(() => blockField))
  .openapi('TypesetText')

const blockField: z.ZodType<TypesetBlock> = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('paragraph'), pieces: piecesField }),
    z.object({ kind: z.literal('heading'), level: z.int(), pieces: piecesField }),
    z.object({
      kind: z.literal('list'),
      items: z.array(z.object({ marker: z.string().nullable(), blocks: typesetTextField })),
    }),
    z.object({ kind: z.literal('quote'), blocks: typesetTextField }),
    z.object({
      kind: z.literal('table'),
      columns: z.array(z.enum(['left', 'center', 'right'])),
      rows: z.array(z.array(piecesField)),
    }),
    z.object({ kind: z.literal('rule') }),
    formulaField,
    z.object({ kind: z.literal('plain'), text: z.string(), reason: z.enum(plainTextReasons) }),
    z.object({
      kind: z.literal('code'),
      language: z.string().nullable(),
      text: z.string(),
      colours: z.array(z.object({ kind: z.enum(codeColourKinds), length: z.int() })),
    }),
  ])
  .openapi('TypesetBlock')
