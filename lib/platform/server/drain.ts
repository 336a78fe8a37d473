// Next loads this module more than once; the process ends once.
const holder = globalThis as { stepmarkDraining?: true }

/** From now on the process says that it is not ready, so that no one sends it anything new. It still serves what comes. */
export function beginDraining(): void {
  holder.stepmarkDraining = true
}

export function isDraining(): boolean {
  return holder.stepmarkDraining === true
}
