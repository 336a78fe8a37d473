import { LinkButton } from '@/components/ui/link-button'
import { Cell, HeaderCell, Table } from '@/components/ui/table'
import type { Member } from './member'

/** The members of a project. `onChange` is for admins, who can't lock themselves out. */
export function MembersTable({
  members,
  ownId,
  onChange,
}: {
  members: readonly Member[]
  ownId: string
  onChange?: (member: Member) => void
}) {
  return (
    <Table aria-labelledby="members">
      <thead>
        <tr>
          <HeaderCell>Person</HeaderCell>
          <HeaderCell className="max-desk:hidden">Email</HeaderCell>
          <HeaderCell>Role</HeaderCell>
          {onChange && (
            <HeaderCell>
              <span className="sr-only">Change</span>
            </HeaderCell>
          )}
        </tr>
      </thead>
      <tbody>
        {members.map((member) => (
          <tr key={member.user}>
            <Cell className="wrap-anywhere">
              {member.name}
              {member.user === ownId && <span className="text-ink-3"> (you)</span>}
              <span className="block text-caption text-ink-3 desk:hidden">{member.email}</span>
            </Cell>
            <Cell className="wrap-anywhere text-ink-2 max-desk:hidden">{member.email}</Cell>
            <Cell>
              {member.role}
              {member.isDisabled && <span className="text-ink-3">, cannot sign in</span>}
            </Cell>
            {onChange && (
              <Cell className="text-right">
                {member.user !== ownId && (
                  <LinkButton aria-label={`Change ${member.name}`} onClick={() => onChange(member)}>
                    Change
                  </LinkButton>
                )}
              </Cell>
            )}
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
