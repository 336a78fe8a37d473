import { z } from '@/lib/platform/contract'
import type { TypesetText } from './typeset'

const formula = z.object({
  kind: z.literal('formula'),
  source: z.string(),
  html: z.string().nullable(),
})

const words = (kind: 'text' | 'strong' | 'emphasis') =>
  z.object({ kind: z.literal(kind), text: z.string() })

/** `TypesetText` as replies carry it. */
export const typesetField: z.ZodType<TypesetText> = z
  .array(
    z.discriminatedUnion('kind', [
      z.object({
        kind: z.literal('paragraph'),
        pieces: z.array(
          z.discriminatedUnion('kind', [
            words('text'),
            words('strong'),
            words('emphasis'),
            z.object({ kind: z.literal('code'), text: z.string() }),
            formula,
          ]),
        ),
      }),
      formula,
      z.object({
        kind: z.literal('code'),
        language: z.string().nullable(),
        text: z.string(),
      }),
    ]),
  )
  .openapi('TypesetText')
