'use client'

import { useEffect, useRef, useState } from 'react'
import { Button, ButtonLink } from '@/components/ui/button'
import { AreaField, Field } from '@/components/ui/field'
import { Link } from '@/components/ui/link'
import { LinkButton } from '@/components/ui/link-button'
import { Outcome } from '@/components/ui/outcome'
import { useIsInBrowser } from '@/components/ui/use-is-in-browser'
import { findGuidelineDraft } from '@/lib/client/guideline-draft'
import { GuidelineRulings } from './guideline-rulings'
import { GuidelinePreviewPane } from './guideline-preview-pane'
import {
  type EditorPlace,
  type GuidelineEditorState,
  useGuidelineEditor,
} from './use-guideline-editor'
import { useGuidelinePreview } from './use-guideline-preview'

type Editor = GuidelineEditorState

/** The text at the left, as it will be read at the right, and below what is new in it. */
export function GuidelineEditor(place: EditorPlace) {
  // Only the browser knows of a draft; what the server draws is without.
  const isInBrowser = useIsInBrowser()
  return <EditorForm key={String(isInBrowser)} place={place} isInBrowser={isInBrowser} />
}

function EditorForm({ place, isInBrowser }: { place: EditorPlace; isInBrowser: boolean }) {
  const { slug, userId, latest } = place
  const [found] = useState(() => {
    const kept = isInBrowser ? findGuidelineDraft(slug, userId) : null
    return kept && kept.basedOn <= latest ? kept : null
  })
  const editor = useGuidelineEditor(place, found)
  const { draft, errors, failure, isBusy, newer } = editor
  const { preview, failure: previewFailure } = useGuidelinePreview(slug, draft.text)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const wrong = errors.text ? 'text' : errors.summary ? 'summary' : null
    if (wrong) form.current?.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus()
  }, [errors])
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void editor.publish()
      }}
      className="grid grid-cols-12 items-start gap-x-6 gap-y-8"
    >
      <div className="col-span-12 grid gap-5 text-strong wide:col-span-6">
        <AreaField
          label="Text"
          name="text"
          value={draft.text}
          onChange={(event) => editor.change({ text: event.target.value })}
          error={errors.text}
          hint="Markdown: # headings, lists, tables, **strong**, code. Formulas between dollar signs, as in $x^2$."
          spellCheck
          className="h-[50dvh] min-h-64 font-mono! text-caption/5!"
        />
        <Field
          label="What is new"
          name="summary"
          value={draft.summary}
          onChange={(event) => editor.change({ summary: event.target.value })}
          error={errors.summary}
          hint="Annotators read this first, then what changed; only then they go on labelling."
          autoComplete="off"
        />
        <GuidelineRulings editor={editor} />
        {newer !== null && <NewerVersion slug={slug} newer={newer} editor={editor} />}
        <Outcome outcome={failure === null ? null : { kind: 'wrong', words: failure }} />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button type="submit" tone="primary" aria-disabled={isBusy || newer !== null}>
            Publish version {(newer ?? draft.basedOn) + 1}
          </Button>
          <ButtonLink href={`/projects/${slug}/guideline`}>Go back</ButtonLink>
          <KeptWords editor={editor} />
        </div>
      </div>
      <div className="col-span-12 wide:col-span-6">
        <GuidelinePreviewPane
          preview={preview}
          failure={previewFailure}
          // Rulings are put in at the end of a long text: what they add is looked at first.
          first={place.putsIn ? 'changes' : 'text'}
        />
      </div>
    </form>
  )
}

/** What happened, what is safe, what to do. */
function NewerVersion({ slug, newer, editor }: { slug: string; newer: number; editor: Editor }) {
  const { basedOn } = editor.draft
  return (
    <div role="alert" className="grid gap-2 border-y border-ink py-3">
      <p>
        <b>Version {newer} was published meanwhile.</b> Your text is still here and goes on from
        version {basedOn}: published as it is, it would take back what is new.
      </p>
      <p className="flex flex-wrap gap-x-6 gap-y-1">
        <Link
          href={`/projects/${slug}/guideline?version=${newer}&since=${basedOn}`}
          target="_blank"
          rel="noopener"
        >
          Read what is new in version {newer}
        </Link>
        <LinkButton onClick={() => editor.change({ basedOn: newer })}>
          My text takes it in: go on from version {newer}
        </LinkButton>
      </p>
    </div>
  )
}

function KeptWords({ editor: { kept, draft, newer, startAgain } }: { editor: Editor }) {
  const words = {
    nothing: '',
    found: 'This is your draft, as it was kept on this device.',
    kept: 'Kept on this device.',
    lost: 'This browser keeps nothing: publish before you leave the page.',
  }[kept]
  return (
    <>
      <span role="status" className="text-ui text-ink-2">
        {words}
      </span>
      {kept !== 'nothing' && (
        <LinkButton className="text-ui" onClick={startAgain}>
          Start again from version {newer ?? draft.basedOn}
        </LinkButton>
      )}
    </>
  )
}
