import { Button } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { TextInput } from '@/components/ui/text-input'

/** A plain form, so that it works without JavaScript. */
export function OperationSearch({ search }: { search: string }) {
  return (
    <search className="pb-8">
      <form action="/api-docs" className="flex max-w-[34rem] items-center gap-2">
        <label htmlFor="q" className="sr-only">
          {' '}
          Search operations{' '}
        </label>
        <TextInput
          id="q"
          name="q"
          type="search"
          defaultValue={search}
          placeholder="Search operations: release, POST leases"
          autoComplete="off"
          spellCheck={false}
        />
        <Button type="submit">Search</Button>
      </form>
      {search !== '' && (
        <p className="pt-2">
          <Link href="/api-docs">Show all operations</Link>
        </p>
      )}
    </search>
  )
}
