import { Link } from '@/components/ui/link'
import { LinkButton } from '@/components/ui/link-button'
import { TableCell, TableHeaderCell, Table } from '@/components/ui/table'
import { formatInstant } from '@/lib/platform/format'
import type { Account } from './account'

/** All accounts. Admins can't lock themselves out. */
export function AccountsTable({
  accounts,
  ownId,
  onChange,
}: {
  accounts: readonly Account[]
  ownId: string
  onChange: (account: Account) => void
}) {
  return (
    <Table aria-labelledby="accounts">
      <thead>
        <tr>
          <TableHeaderCell>Person</TableHeaderCell>
          <TableHeaderCell className="max-desk:hidden">Projects</TableHeaderCell>
          <TableHeaderCell>Last seen</TableHeaderCell>
          <TableHeaderCell>
            <span className="sr-only">Change</span>
          </TableHeaderCell>
        </tr>
      </thead>
      <tbody>
        {accounts.map((account) => (
          <tr key={account.id}>
            <TableCell className="wrap-anywhere">
              {account.name}
              {account.id === ownId && <span className="text-ink-3"> (you)</span>}
              <span className="block text-caption text-ink-3">{account.email}</span>
              <AccountStatus {...account} />
            </TableCell>
            <TableCell className="max-desk:hidden">
              <Projects {...account} />
            </TableCell>
            <TableCell className="text-ink-2">
              {account.lastSeenAt === null ? 'never' : formatInstant(account.lastSeenAt)}
            </TableCell>
            <TableCell className="text-right">
              {account.id !== ownId && (
                <LinkButton
                  aria-label={`Change ${account.name}, ${account.email}`}
                  onClick={() => onChange(account)}
                >
                  Change
                </LinkButton>
              )}
            </TableCell>
          </tr>
        ))}
      </tbody>
    </Table>
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
