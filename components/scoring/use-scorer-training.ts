import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useJobPolling } from '@/components/jobs/use-job-polling'
import { callApi } from '@/lib/client/call-api'
import { isScoreRunRunning, type Scorer, type ScorerVersion } from './scorer'

interface Training {
  scorer: string
  version: ScorerVersion
}

export type ScorerTrainingState = ReturnType<typeof useScorerTraining>

/** The version in training with its progress, and actions on it. */
export function useScorerTraining(slug: string, embedded: Scorer | null) {
  const router = useRouter()
  const [polled, setPolled] = useState<Training | null>(null)
  const newest = embedded?.versions[0]
  const loadedTraining = embedded && newest ? { scorer: embedded.scorer, version: newest } : null
  const latest = chooseLatest(polled, loadedTraining)
  const running = latest && isScoreRunRunning(latest.version) ? latest : null
  const { perform, ...job } = useJobPolling(running, {
    isMoving: ({ version }) => isScoreRunRunning(version),
    nameStage: ({ scorer, version }) => `${scorer} ${version.version}`,
    countRows: ({ version }) => version.readRows,
    continuesText: 'Training continues',
    ask: async ({ scorer, version }, signal) => ({
      scorer,
      version: await callApi(
        'get /projects/{project}/scorers/{scorer}/versions/{version}',
        { project: slug, scorer, version: version.version },
        { signal },
      ),
    }),
    show(training) {
      setPolled(training)
      // Its metrics are loaded with the page.
      if (!isScoreRunRunning(training.version)) router.refresh()
    },
    // Someone else may have started another training or ended this one.
    onConflict: () => router.refresh(),
  })

  const train = () =>
    perform(() =>
      callApi(
        'post /projects/{project}/scorers/train',
        { project: slug },
        { idempotencyKey: crypto.randomUUID() },
      ),
    )
  const cancel = ({ scorer, version }: Training) =>
    perform(async () => ({
      scorer,
      version: await callApi(
        'post /projects/{project}/scorers/{scorer}/versions/{version}/cancel',
        { project: slug, scorer, version: version.version },
      ),
    }))
  return { running, ...job, train, cancel }
}

/** The polled state, unless the rendered page is newer. */
function chooseLatest(polled: Training | null, loadedTraining: Training | null): Training | null {
  if (polled === null || loadedTraining === null) return polled ?? loadedTraining
  if (polled.version.version !== loadedTraining.version.version)
    return polled.version.version > loadedTraining.version.version ? polled : loadedTraining
  return isScoreRunRunning(loadedTraining.version) ? polled : loadedTraining
}
