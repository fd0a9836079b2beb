// Profile form and the confirmation of its e-mail address.
import { useState } from 'react'
import type { User } from '@xinqiao/contract/http/accounts/accounts.ts'
import { EmailPanel, useEmailConfirmation } from './EmailPanel.tsx'
import { ProfileForm } from './ProfileForm.tsx'

export function ProfilePanel({ initial }: { initial: User }) {
  const [user, setUser] = useState(initial)
  const confirmation = useEmailConfirmation(setUser)
  const onSaved = (saved: User) => {
    setUser(saved)
    if (!saved.emailConfirmed && saved.email !== user.email) void confirmation.sendCode()
  }
  return (
    <>
      <ProfileForm user={user} onSaved={onSaved} />
      <EmailPanel user={user} confirmation={confirmation} />
    </>
  )
}
