import { afterAll } from 'vitest'

/** Test files may share a process, so each one's changes to the environment are undone. */
const initialEnvironment = { ...process.env }

afterAll(() => {
  for (const name of Object.keys(process.env))
    if (!(name in initialEnvironment)) delete process.env[name]
  Object.assign(process.env, initialEnvironment)
})
