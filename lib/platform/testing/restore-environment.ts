import { afterAll } from 'vitest'

/** Files may share a process, one after the other: what one sets in the environment ends with it. */
const before = { ...process.env }

afterAll(() => {
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name]
  Object.assign(process.env, before)
})
