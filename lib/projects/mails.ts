interface Words {
  subject: string
  text: string
}

/** Names are what people wrote: on one line, and short enough for a subject. */
const namesMax = 80
const tidy = (name: string) =>
  name
    .replace(/[\p{Cc}\p{Bidi_Control}\s]+/gu, ' ')
    .trim()
    .slice(0, namesMax)

export function writeInviteMail({
  link,
  projectName,
  madeBy,
}: {
  link: string
  projectName: string | null
  madeBy: string
}): Words {
  const place = projectName === null ? 'Stepmark' : `“${tidy(projectName)}” on Stepmark`
  return {
    subject: `You are invited to ${place}`,
    text: `${tidy(madeBy)} invites you to ${place}, where people rate the steps of worked solutions.

Join by this link. It is for you alone and works once:

${link}

If you do not know why you got this, do nothing: without the link there is no account.
`,
  }
}

export function writeResetMail({ link }: { link: string }): Words {
  return {
    subject: 'A new password for Stepmark',
    text: `Somebody asked for a new password for your account, we hope you did. Set it by this link, within an hour. It works once:

${link}

If it was not you, do nothing: your password stays as it is.
`,
  }
}
