'use client'

import { useState } from 'react'
import { Button, ButtonLink } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { LinkButton } from '@/components/ui/link-button'
import { OutcomeNotice } from '@/components/ui/outcome-notice'
import { TextAreaField, TextField } from '@/components/ui/text-field'
import { useIsInBrowser } from '@/components/ui/use-is-in-browser'
import { readGuidelineDraft } from '@/lib/client/guideline-draft'
import { GuidelineDecisions } from './guideline-decisions'
import { GuidelinePreviewPane } from './guideline-preview-pane'
import {
  type GuidelineEditorOptions,
  type GuidelineEditorState,
  useGuidelineEditor,
} from './use-guideline-editor'
import { useGuidelinePreview } from './use-guideline-preview'

/** The editor with a preview next to it. */
export function GuidelineEditor(options: GuidelineEditorOptions) {
  // Drafts are in the browser only, so the server renders without one.
  const isInBrowser = useIsInBrowser()
  return <EditorForm key={String(isInBrowser)} options={options} isInBrowser={isInBrowser} />
}

function EditorForm({
  options,
  isInBrowser,
}: {
  options: GuidelineEditorOptions
  isInBrowser: boolean
}) {
  const { slug, userId, latest } = options
  const [restoredDraft] = useState(() => {
    const storedDraft = isInBrowser ? readGuidelineDraft(slug, userId) : null
    return storedDraft && storedDraft.basedOn <= latest ? storedDraft : null
  })
  const editor = useGuidelineEditor(options, restoredDraft)
  const { form, draft, errors, outcome, isBusy, newerVersion } = editor
  const { preview, requestError } = useGuidelinePreview(slug, draft.text)
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
        <TextAreaField
          label="Text"
          name="text"
          value={draft.text}
          onChange={(event) => editor.change({ text: event.target.value })}
          error={errors.text}
          hint="Markdown, with formulas in dollar signs: $x^2$."
          spellCheck
          className="h-[50dvh] min-h-64 font-mono! text-caption/5!"
        />
        <TextField
          label="Summary of changes"
          name="summary"
          value={draft.summary}
          onChange={(event) => editor.change({ summary: event.target.value })}
          error={errors.summary}
          hint="Annotators read this when the new version is published."
          autoComplete="off"
        />
        <GuidelineDecisions editor={editor} />
        {newerVersion !== null && (
          <NewerVersionNotice slug={slug} newerVersion={newerVersion} editor={editor} />
        )}
        <OutcomeNotice outcome={outcome} />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button type="submit" tone="primary" aria-disabled={isBusy || newerVersion !== null}>
            Publish version {(newerVersion ?? draft.basedOn) + 1}
          </Button>
          <ButtonLink href={`/projects/${slug}/guideline`}>Cancel</ButtonLink>
          <DraftStatus editor={editor} />
        </div>
      </div>
      <div className="col-span-12 wide:col-span-6">
        <GuidelinePreviewPane
          preview={preview}
          requestError={requestError}
          // Inserted decisions are at the end of a long text, so the preview shows the changes first.
          initialView={options.insertsDecisions ? 'changes' : 'text'}
        />
      </div>
    </form>
  )
}

/** Explains that a newer version was published and how to continue. */
function NewerVersionNotice({
  slug,
  newerVersion,
  editor,
}: {
  slug: string
  newerVersion: number
  editor: GuidelineEditorState
}) {
  const { basedOn } = editor.draft
  return (
    <div role="alert" className="grid gap-2 border-y border-ink py-3">
      <p>
        <b>Version {newerVersion} was published in the meantime.</b> Your text is based on version{' '}
        {basedOn}, so publishing it would undo those changes.
      </p>
      <p className="flex flex-wrap gap-x-6 gap-y-1">
        <Link
          href={`/projects/${slug}/guideline?version=${newerVersion}&since=${basedOn}`}
          target="_blank"
          rel="noopener"
        >
          See changes in version {newerVersion}
        </Link>
        <LinkButton onClick={() => editor.change({ basedOn: newerVersion })}>
          I merged the changes
        </LinkButton>
      </p>
    </div>
  )
}

function DraftStatus({ editor: { draftStatus, discardDraft } }: { editor: GuidelineEditorState }) {
  const text = {
    none: '',
    restored: 'Draft restored from this device.',
    saved: 'Draft saved on this device.',
    lost: 'This browser can’t store drafts. Publish before you leave the page.',
  }[draftStatus]
  return (
    <>
      <span role="status" className="text-ui text-ink-2">
        {text}
      </span>
      {draftStatus !== 'none' && (
        <LinkButton className="text-ui" onClick={discardDraft}>
          Discard draft
        </LinkButton>
      )}
    </>
  )
}
