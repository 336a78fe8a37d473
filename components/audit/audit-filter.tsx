import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { TextInput } from '@/components/ui/text-input'
import { auditGroups } from '@/lib/audit/audit-groups'
import { type AuditFilter, type AuditScope, auditHref } from './audit'

interface AuditLogFilterFormProps {
  scope: AuditScope
  filter: AuditFilter
  /** A last day before the first day. */
  ignoredTo: string | null
  people: readonly { user: string; name: string }[]
}

/** A plain form that keeps the filter in the URL. */
export function AuditLogFilterForm({ scope, filter, ignoredTo, people }: AuditLogFilterFormProps) {
  const { actor, group, target, from, to } = filter
  const isReversed = ignoredTo !== null
  const isListed = people.some(({ user }) => actor === `user:${user}`)
  return (
    <form
      action={auditHref(scope)}
      role="search"
      aria-label="Filter entries"
      className="grid grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))] items-end gap-x-4 gap-y-3 pb-6"
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
      <LabelledField label="From (UTC)">
        <TextInput type="date" name="from" defaultValue={from} />
      </LabelledField>
      <LabelledField label="To (UTC)">
        <TextInput
          type="date"
          name="to"
          defaultValue={ignoredTo ?? to}
          aria-invalid={isReversed || undefined}
          aria-describedby={isReversed ? 'reversed-dates' : undefined}
        />
      </LabelledField>
      <LabelledField label="Target">
        <TextInput name="target" defaultValue={target} placeholder="solution:…" maxLength={200} />
      </LabelledField>
      <div>
        <Button type="submit">Apply</Button>
      </div>
      {isReversed && (
        <p id="reversed-dates" className="col-span-full flex gap-1.5 text-negative">
          <Icon name="warn" className="mt-0.5 size-4" />
          “To” is before “From”, so it is ignored.
        </p>
      )}
    </form>
  )
}

function LabelledField({ label, children }: { label: string; children: ReactNode }) {
  return (
    <label className="grid gap-1 font-label text-ink">
      {label}
      {children}
    </label>
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
    <LabelledField label={label}>
      <select
        name={name}
        defaultValue={value}
        className="h-9 w-full truncate rounded-control border border-line bg-surface px-2 text-strong focus:border-accent focus:outline-2 focus:-outline-offset-1 focus:outline-accent"
      >
        {children}
      </select>
    </LabelledField>
  )
}
