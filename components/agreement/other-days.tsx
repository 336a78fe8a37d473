import { Button } from '@/components/ui/button'
import { TextInput } from '@/components/ui/text-input'
import type { AgreementFilters } from './agreement'
import { addressAgreement, addressNames } from './write-filters'

/** Any days, where the menu has not the right ones. Plain form fields: what they ask for stands in the address. */
export function OtherDays({ slug, filters }: { slug: string; filters: AgreementFilters }) {
  const { from, until, ...others } = filters
  const address = addressAgreement(slug, others)
  const kept = [...new URLSearchParams(address.split('?')[1])]
  return (
    <details className="pb-6 text-ink-2">
      <summary className="cursor-pointer text-accent">Choose days</summary>
      <form
        action={`/projects/${slug}/agreement`}
        method="get"
        aria-label="Days of submission"
        className="flex flex-wrap items-end gap-x-6 gap-y-3 pt-3"
      >
        {kept.map(([name, value]) => (
          <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
        ))}
        <div className="grid gap-1">
          <label htmlFor="from-day" className="font-label text-ink">
            From this day on, UTC
          </label>
          <TextInput id="from-day" type="date" name={addressNames.from} defaultValue={from} />
        </div>
        <div className="grid gap-1">
          <label htmlFor="before-day" className="font-label text-ink">
            Before this day
          </label>
          <TextInput id="before-day" type="date" name={addressNames.until} defaultValue={until} />
        </div>
        <Button type="submit">Show</Button>
      </form>
    </details>
  )
}
