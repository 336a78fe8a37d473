import { DataTable } from '@/components/ui/data-table'
import { makeActionColumn } from '@/components/ui/table-columns'
import type { Member } from './member'

/** The members of a project. Admins can change every member (`onChange`) except themselves. */
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
    <DataTable
      aria-labelledby="members"
      rows={members}
      rowKey={({ user }) => user}
      columns={[
        {
          header: 'Person',
          className: 'wrap-anywhere',
          sortValue: ({ name }) => name,
          render: (member) => (
            <>
              {member.name}
              {member.user === ownId && <span className="text-ink-3"> (you)</span>}
              <span className="block text-caption text-ink-3 desk:hidden">{member.email}</span>
            </>
          ),
        },
        {
          header: 'Email',
          minScreen: 'desk',
          cellClassName: 'wrap-anywhere text-ink-2',
          sortValue: ({ email }) => email,
          render: ({ email }) => email,
        },
        {
          header: 'Role',
          sortValue: ({ role }) => role,
          render: ({ role, isDisabled }) => (
            <>
              {role}
              {isDisabled && <span className="text-ink-3">, cannot sign in</span>}
            </>
          ),
        },
        onChange !== undefined &&
          makeActionColumn(
            'Change',
            ({ user, name }) => user !== ownId && `Change ${name}`,
            onChange,
          ),
      ]}
    />
  )
}
