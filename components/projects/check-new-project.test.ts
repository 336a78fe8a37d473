import { expect, test } from 'vitest'
import { checkNewProject } from './check-new-project'

const fields = {
  name: ' Competition maths ',
  slug: 'competition-maths',
  template: 'mathematics',
  flow: 'solution',
  overlap: ' 2 ',
  leaseMinutes: '1,440',
  showsAnswer: 'yes',
} as const

test('checkNewProject returns the values to send', () => {
  expect(checkNewProject(fields)).toEqual({
    ok: true,
    input: {
      name: 'Competition maths',
      slug: 'competition-maths',
      template: 'mathematics',
      flow: 'solution',
      overlap: 2,
      leaseMinutes: 1_440,
      showsAnswer: true,
    },
  })
})

test.each([
  ['name', ' ', 'Enter a name.'],
  ['name', 'x'.repeat(121), 'At most 120 characters.'],
  ['slug', '', 'Enter a slug.'],
  ['slug', 'Maths 2', 'lowercase letters, digits and hyphens'],
  ['slug', 'a'.repeat(61), 'At most 60 characters.'],
  ['overlap', '11', 'from 1 to 10'],
  ['leaseMinutes', '7,5', 'from 1 to 1,440'],
] as const)('checkNewProject reports an error at the field %s for %j', (name, text, message) => {
  expect(checkNewProject({ ...fields, [name]: text })).toEqual({
    ok: false,
    errors: { [name]: expect.stringContaining(message) as string },
  })
})
