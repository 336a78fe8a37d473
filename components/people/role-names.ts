import type { Role } from '@/components/projects/project'

/** What each role may do here, in the order of what they may. */
export const roleChoices = [
  { value: 'annotator', label: 'annotator', hint: 'Labels solutions.' },
  {
    value: 'reviewer',
    label: 'reviewer',
    hint: 'Labels, reviews and rules, and sees the queue and the people.',
  },
  { value: 'admin', label: 'admin', hint: 'Everything: data in and out, people, roles.' },
] as const satisfies readonly { value: Role; label: string; hint: string }[]
