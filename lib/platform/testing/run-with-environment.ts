type Environment = Readonly<Record<string, string | undefined>>

/** Runs `run` with these variables set (or unset if undefined), and restores them. */
export async function runWithEnvironment<T>(env: Environment, run: () => Promise<T>): Promise<T> {
  const initialValues = Object.fromEntries(
    Object.keys(env).map((name) => [name, process.env[name]]),
  )
  setVariables(env)
  try {
    return await run()
  } finally {
    setVariables(initialValues)
  }
}

function setVariables(env: Environment): void {
  for (const [name, value] of Object.entries(env))
    if (value === undefined) delete process.env[name]
    else process.env[name] = value
}
