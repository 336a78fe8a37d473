import type { SentInputOf } from '@/lib/platform/contract'
import type { createProjectContract } from '@/lib/projects/contract'

/** As it stands in the form. `slug` is null until somebody writes one: it is then made from the name. */
export interface NewProjectFields {
  name: string
  slug: string | null
  overlap: string
  leaseMinutes: string
  showsAnswer: 'yes' | 'no'
}

export type CheckedProject =
  | { ok: true; input: SentInputOf<typeof createProjectContract> }
  | { ok: false; errors: Partial<Record<keyof NewProjectFields, string>> }

/** Says in words what the server would refuse; the server looks again. */
export function checkNewProject(fields: NewProjectFields & { slug: string }): CheckedProject {
  const errors: Partial<Record<keyof NewProjectFields, string>> = {}
  const name = fields.name.trim()
  if (name === '') errors.name = 'Write a name.'
  else if (name.length > 120) errors.name = 'At most 120 characters.'
  if (fields.slug === '') errors.slug = 'Write an address.'
  else if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(fields.slug))
    errors.slug = 'Use small letters, digits and single hyphens, as in competition-maths.'
  else if (fields.slug.length > 60) errors.slug = 'At most 60 characters.'
  const overlap = readWhole(fields.overlap)
  if (overlap === null || overlap < 1 || overlap > 10)
    errors.overlap = 'Write a number from 1 to 10.'
  const leaseMinutes = readWhole(fields.leaseMinutes)
  if (leaseMinutes === null || leaseMinutes < 1 || leaseMinutes > 1_440)
    errors.leaseMinutes = 'Write a number from 1 to 1,440, which is a day.'
  if (Object.keys(errors).length > 0 || overlap === null || leaseMinutes === null)
    return { ok: false, errors }
  const showsAnswer = fields.showsAnswer === 'yes'
  return { ok: true, input: { name, slug: fields.slug, overlap, leaseMinutes, showsAnswer } }
}

function readWhole(text: string): number | null {
  return /^\d{1,6}$/.test(text.trim()) ? Number(text.trim()) : null
}
