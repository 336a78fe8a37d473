import { z } from 'zod'
import { findMarkdownImage } from './find-markdown-image'
import { importLineLimits } from './import-line-limits'

/* Fields shared by several formats. */

/** Text shown to annotators: not blank, without images. */
export const displayedTextField = z
  .string()
  // Faster than `superRefine`: a line can have thousands of steps.
  .refine((text) => text.trim() !== '', { error: 'The text is empty.' })
  .refine((text) => findMarkdownImage(text) < 0, {
    error: ({ input }) => {
      const image = findMarkdownImage(String(input))
      return `Images are not allowed. The text has one at character ${image + 1}.`
    },
  })

/** A name from the source: not blank. */
export const sourceIdOrNameField = z
  .string()
  .refine((text) => text.trim() !== '', { error: 'The text is empty.' })

/** The steps of one solution. */
export const stepListField = z.array(displayedTextField).min(1).max(importLineLimits.steps)

/** Such as a level: 3 or "Level 3". */
export const textOrNumberField = z.union([z.string(), z.number()], {
  error: 'Expected text or a number.',
})

/** One score per step: P(correct), or `[P(-1), P(0), P(+1)]`, all of one kind. */
export const stepScoresField = z
  .array(
    z.union([z.number(), z.tuple([z.number(), z.number(), z.number()])], {
      error: 'Expected a number, or three numbers [negative, neutral, positive].',
    }),
  )
  .min(1)
  .superRefine((scores, context) => {
    const isList = Array.isArray(scores[0])
    const mismatchIndex = scores.findIndex((score) => Array.isArray(score) !== isList)
    if (mismatchIndex < 0) return
    const message = 'Numbers and lists are mixed. Use one kind.'
    context.addIssue({ code: 'custom', message, path: [mismatchIndex] })
  })
