import { SelectField } from '@/components/ui/select-field'
import { FormGroup } from '@/components/ui/form-group'
import { nameRelease, type Release } from './release'
import type { GroupProps } from './release-fields'

export function SinceGroup({
  fields,
  change,
  earlier,
}: GroupProps & { earlier: readonly Release[] }) {
  if (earlier.length === 0) return null
  return (
    <FormGroup
      title="Since"
      words="To add to what a trainer has already. Labels that were changed since come once more."
    >
      <SelectField
        label="What goes in"
        value={fields.since}
        onChange={(since) =>
          change({ since, keepsSplit: true, heldOutBecome: readBecome(earlier, since) })
        }
        choices={[
          { value: '', label: 'everything' },
          ...earlier.map((release) => ({
            value: String(release.number),
            label: `only what is new or changed since release ${nameRelease(release)}`,
          })),
        ]}
      />
    </FormGroup>
  )
}

function readBecome(earlier: readonly Release[], since: string) {
  const base = earlier.find(({ number }) => String(number) === since)
  return base?.options.heldOut.become ?? 'left-out'
}
