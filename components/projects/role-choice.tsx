import { ChoiceList } from '@/components/ui/choice-list'
import type { Role } from '@/lib/auth/actor'

/** By increasing permissions. */
const choices = [
  { value: 'annotator', label: 'annotator', hint: 'Labels solutions.' },
  {
    value: 'reviewer',
    label: 'reviewer',
    hint: 'Also reviews and adjudicates, and sees the queue and people.',
  },
  { value: 'admin', label: 'admin', hint: 'Also manages data, people and settings.' },
] as const satisfies readonly { value: Role; label: string; hint: string }[]

/** The role of a member. */
export function RoleChoice(props: { value: Role; onChange: (role: Role) => void }) {
  return <ChoiceList legend="Role" name="role" choices={choices} {...props} />
}
