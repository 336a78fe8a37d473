import type { Metadata } from 'next'
import { DoorFrame } from '@/components/people/door-frame'
import { ResetDoor } from '@/components/people/reset-door'

export const metadata: Metadata = { title: 'A new password', referrer: 'no-referrer' }

export default function ResetPage() {
  return (
    <DoorFrame>
      <ResetDoor />
    </DoorFrame>
  )
}
