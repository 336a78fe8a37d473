'use client'

import { useState } from 'react'
import { WaitLine } from '@/components/ui/wait-line'
import { LabellingHead } from './labelling-head'
import { NothingLeft } from './nothing-left'
import type { Ending } from './reasons'
import { TroubleStrip } from './trouble-strip'
import { useLabellingWork } from './use-labelling-work'
import { WorkSheet } from './work-sheet'

interface LabellingScreenProps {
  project: { slug: string; name: string }
  person: { userId: string; name: string; email: string }
  doneToday: number
}

/** The labelling screen: running head, the work, foot bar. Everything it knows comes over the API. */
export function LabellingScreen({ project, person, doneToday }: LabellingScreenProps) {
  const { labelling, view } = useLabellingWork(project.slug, person.userId, doneToday)
  const [asked, setAsked] = useState<{ lease: string; ending: Ending } | null>(null)
  const lease = view?.work?.lease
  const ending = asked && asked.lease === lease ? asked.ending : null

  function ask(wanted: Ending | null) {
    setAsked(wanted && lease !== undefined ? { lease, ending: wanted } : null)
  }

  return (
    <>
      {view?.stage !== 'none_left' && <h1 className="sr-only">Label: {project.name}</h1>}
      <LabellingHead
        project={project}
        person={person}
        doneToday={view?.doneToday ?? doneToday}
        view={view}
        onAsk={ask}
      />
      {labelling && view?.work && view.state ? (
        <WorkSheet
          key={view.work.lease}
          labelling={labelling}
          view={view}
          work={view.work}
          state={view.state}
          ending={ending}
          onAsk={ask}
        />
      ) : (
        <>
          {view?.stage === 'none_left' ? (
            <NothingLeft view={view} project={project.slug} />
          ) : (
            <Fetching />
          )}
          {labelling && view && <TroubleStrip labelling={labelling} view={view} />}
        </>
      )}
    </>
  )
}

function Fetching() {
  return (
    <main id="main" tabIndex={-1} className="flex-1 outline-none">
      <WaitLine label="Fetching the next solution" />
    </main>
  )
}
