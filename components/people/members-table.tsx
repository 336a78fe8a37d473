import { LinkButton } from '@/components/ui/link-button'
import { TableCell, TableHeaderCell, Table } from '@/components/ui/table'
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
          <TableHeaderCell>Person</TableHeaderCell>
          <TableHeaderCell className="max-desk:hidden">Email</TableHeaderCell>
          <TableHeaderCell>Role</TableHeaderCell>
          {onChange && (
            <TableHeaderCell>
              <span className="sr-only">Change</span>
            </TableHeaderCell>
          )}
        </tr>
      </thead>
      <tbody>
        {members.map((member) => (
          <tr key={member.user}>
            <TableCell className="wrap-anywhere">
              {member.name}
              {member.user === ownId && <span className="text-ink-3"> (you)</span>}
              <span className="block text-caption text-ink-3 desk:hidden">{member.email}</span>
            </TableCell>
            <TableCell className="wrap-anywhere text-ink-2 max-desk:hidden">
              {member.email}
            </TableCell>
            <TableCell>
              {member.role}
              {member.isDisabled && <span className="text-ink-3">, cannot sign in</span>}
            </TableCell>
            {onChange && (
              <TableCell className="text-right">
                {member.user !== ownId && (
                  <LinkButton aria-label={`Change ${member.name}`} onClick={() => onChange(member)}>
                    Change
                  </LinkButton>
                )}
              </TableCell>
            )}
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
