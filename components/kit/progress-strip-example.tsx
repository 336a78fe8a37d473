'use client'

import { useState } from 'react'
import { ProgressStrip } from '@/components/ui/progress-strip'

export function ProgressStripExample() {
  const [isCancelling, setCancelling] = useState(false)
  return (
    <ProgressStrip
      label="Progress of run 3"
      barLabel="Solutions scored"
      progressLabel="412 of 1,000 solutions"
      rateLabel="31 per second, about 20 s left"
      note="you can leave this page"
      value={412}
      max={1_000}
      isCancelling={isCancelling}
      onCancel={() => setCancelling(true)}
    />
  )
}
