import { expect, test } from 'vitest'
import { defineContract, z } from './contract'

test('a DELETE call is described with its other fields in the query, where the server reads them', () => {
  const { route } = defineContract({
    name: 'removeItem',
    method: 'delete',
    path: '/items/{item}',
    summary: 'Remove an item',
    input: z.strictObject({ item: z.string(), force: z.string().optional() }),
    reply: z.object({}),
  })
  expect(route.request).toMatchObject({ query: { shape: { force: expect.anything() } } })
  expect(route.request).not.toHaveProperty('body')
})
