import { describe, expect, it } from 'vitest'
import { serialiseFormValues } from './serialise-form-values'

describe('serialiseFormValues', () => {
  const closest = () => null
  const makeTextField = (value: string) => ({ type: 'text', value, closest })
  const makeCheckbox = (checked: boolean) => ({ type: 'checkbox', value: 'on', checked, closest })

  it('differs after a change of text or a choice, and is the same after the change is undone', () => {
    const loaded = serialiseFormValues([makeTextField('Ana'), makeCheckbox(false)])
    expect(serialiseFormValues([makeTextField('Anna'), makeCheckbox(false)])).not.toBe(loaded)
    expect(serialiseFormValues([makeTextField('Ana'), makeCheckbox(true)])).not.toBe(loaded)
    expect(serialiseFormValues([makeTextField('Ana'), makeCheckbox(false)])).toBe(loaded)
  })

  it('notices added fields, but ignores buttons, passwords and navigation', () => {
    const loaded = serialiseFormValues([makeTextField('Ana')])
    expect(serialiseFormValues([makeTextField('Ana'), makeTextField('')])).not.toBe(loaded)
    const ignored = ['submit', 'button', 'password', 'hidden'].map((type) => ({
      ...makeTextField('x'),
      type,
    }))
    const section = {
      ...makeTextField('general'),
      closest: (selector: string) => selector === 'nav',
    }
    expect(serialiseFormValues([makeTextField('Ana'), ...ignored, section])).toBe(loaded)
  })
})
