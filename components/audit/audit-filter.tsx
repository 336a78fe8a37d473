import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/text-field'
import { auditGroups } from '@/lib/audit/audit-groups'
import { type AuditFilter, type AuditScope, auditHref } from './audit'

interface AuditLogFilterFormProps {
  scope: AuditScope
  filter: AuditFilter
  /** The last day in the URL if it is before the first day; null otherwise. */
  ignoredTo: string | null
  people: readonly { user: string; name: string }[]
}

/** A plain form that keeps the filter in the URL. */
export function AuditLogFilterForm({ scope, filter, ignoredTo, people }: AuditLogFilterFormProps) {
  const { actor, group, target, from, to } = filter
  const isListed = people.some(({ user }) => actor === `user:${user}`)
  return (
    <form
      // The menus must show the current filter, also after “Clear filters”.
      key={auditHref(scope, filter)}
      action={auditHref(scope)}
      role="search"
      aria-label="Filter entries"
      className="grid grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))] items-start gap-x-4 gap-y-3 pb-6"
    >
      <Choice name="actor" label="Who" value={actor}>
        <option value="">Anyone</option>
        <option value="system">Stepmark</option>
        <option value="host">Command line on the server</option>
        {scope === null && <option value="anonymous">Anonymous</option>}
        {actor?.startsWith('user:') && !isListed && <option value={actor}>{actor}</option>}
        {people.map(({ user, name }) => (
          <option key={user} value={`user:${user}`}>
            {name}
          </option>
        ))}
      </Choice>
      <Choice name="group" label="What" value={group}>
        <option value="">Anything</option>
        {Object.entries(auditGroups).map(([name, title]) => (
          <option key={name} value={name}>
            {title}
          </option>
        ))}
      </Choice>
      <TextField type="date" name="from" label="From (UTC)" defaultValue={from} />
      <TextField
        type="date"
        name="to"
        label="To (UTC)"
        defaultValue={ignoredTo ?? to}
        error={ignoredTo !== null && 'The last day is before the first day, so it is ignored.'}
      />
      <TextField
        name="target"
        label="Target"
        defaultValue={target}
        placeholder="solution:…"
        maxLength={200}
      />
      <div className="pt-7">
        <Button type="submit">Apply</Button>
      </div>
    </form>
  )
}

function Choice({
  name,
  label,
  value = '',
  children,
}: {
  name: string
  label: string
  value: string | undefined
  children: ReactNode
}) {
  return (
    <label className="grid gap-1 font-label text-ink">
      {label}
      <select
        name={name}
        defaultValue={value}
        className="h-9 w-full truncate rounded-control border border-line bg-surface px-2 text-strong focus:border-accent focus:outline-2 focus:-outline-offset-1 focus:outline-accent"
      >
        {children}
      </select>
    </label>
  )
}
