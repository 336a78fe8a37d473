interface Mail {
  subject: string
  text: string
}

/** People choose names, so keep them on one line and short enough for a subject. */
const maxNameLength = 80
const cleanName = (name: string) =>
  name
    .replace(/[\p{Cc}\p{Bidi_Control}\s]+/gu, ' ')
    .trim()
    .slice(0, maxNameLength)

export function writeInviteMail({
  link,
  projectName,
  createdBy,
}: {
  link: string
  projectName: string | null
  createdBy: string
}): Mail {
  const destination = projectName === null ? 'Stepmark' : `“${cleanName(projectName)}” on Stepmark`
  return {
    subject: `You’re invited to ${destination}`,
    text: `${cleanName(createdBy)} invites you to ${destination} to rate solutions step by step.

Use this link to join. It is only for you and works once:

${link}

If you didn’t expect this invite, ignore this email. No account is created.
`,
  }
}

export function writePasswordResetMail({ link }: { link: string }): Mail {
  return {
    subject: 'Set a new Stepmark password',
    text: `Use this link to set a new password. It works once, for one hour:

${link}

If you didn’t request this, ignore this email. Your password is unchanged.
`,
  }
}
