import { z } from 'zod'
import { hasInvisibleCharacter } from '@/lib/platform/invisible-characters'

/** The name of an annotator in a line. Pages and files show it, so it follows the rules of names. */
export const labelerField = z
  .string()
  .refine((text) => text.trim() !== '', { error: 'The text is empty.' })
  .refine((text) => !hasInvisibleCharacter(text), {
    error: 'The name contains a control character or a mark that changes the text direction.',
  })
