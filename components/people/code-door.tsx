import { CodeStep } from './code-step'
import { DoorFrame } from './door-frame'

/** What pages that strangers may open show to who is half signed in: they may do less than a stranger. */
export function CodeDoor({ provider, next }: { provider: string | null; next: string | null }) {
  return (
    <DoorFrame>
      <CodeStep next={next} provider={provider ?? 'Your provider'} />
    </DoorFrame>
  )
}
