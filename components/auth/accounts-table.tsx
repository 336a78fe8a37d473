import { DataTable } from '@/components/ui/data-table'
import { Link } from '@/components/ui/link'
import { makeActionColumn } from '@/components/ui/table-columns'
import { formatInstant } from '@/lib/platform/format'
import type { Account } from './account'

/** Accounts of this server. Admins can't change their own, so they can't lock themselves out. */
export function AccountsTable({
  accounts,
  isPage,
  ownId,
  onChange,
}: {
  accounts: readonly Account[]
  /** `accounts` is only a page of all accounts. */
  isPage: boolean
  ownId: string
  onChange: (account: Account) => void
}) {
  return (
    <DataTable
      aria-labelledby="accounts"
      rows={accounts}
      isPage={isPage}
      hasStickyHeader
      rowKey={({ id }) => id}
      columns={[
        {
          header: 'Person',
          className: 'wrap-anywhere',
          sortValue: ({ name }) => name,
          render: (account) => (
            <>
              {account.name}
              {account.id === ownId && <span className="text-ink-3"> (you)</span>}
              <span className="block text-caption text-ink-3">{account.email}</span>
              <AccountStatus {...account} />
            </>
          ),
        },
        {
          header: 'Projects',
          minScreen: 'desk',
          sortValue: ({ projects }) => projects.length,
          render: (account) => <Projects {...account} />,
        },
        {
          header: 'Last seen',
          cellClassName: 'text-ink-2',
          sortValue: ({ lastSeenAt }) => lastSeenAt,
          render: ({ lastSeenAt }) => (lastSeenAt === null ? 'never' : formatInstant(lastSeenAt)),
        },
        makeActionColumn(
          'Change',
          ({ id, name, email }) => id !== ownId && `Change ${name}, ${email}`,
          onChange,
        ),
      ]}
    />
  )
}

function AccountStatus({ isInstanceAdmin, disabledAt }: Account) {
  if (disabledAt !== null)
    return <span className="block text-caption">disabled since {formatInstant(disabledAt)}</span>
  return isInstanceAdmin ? <span className="block text-caption">instance admin</span> : null
}

function Projects({ projects }: Account) {
  if (projects.length === 0) return <span className="text-ink-3">none</span>
  return (
    <ul>
      {projects.map(({ slug, name, role }) => (
        <li key={slug}>
          <Link href={`/projects/${slug}/people`}>{name}</Link>
          <span className="text-ink-3">, {role}</span>
        </li>
      ))}
    </ul>
  )
}
