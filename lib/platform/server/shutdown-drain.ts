// Next loads this module more than once, so the state is stored globally.
const processGlobals = globalThis as { stepmarkDraining?: true }

/** Makes the process report that it is not ready, so that load balancers send nothing new. It still serves requests. */
export function startDraining(): void {
  processGlobals.stepmarkDraining = true
}

export function isDraining(): boolean {
  return processGlobals.stepmarkDraining === true
}
