// Dialog that asks a visitor to sign in or register, and then continues. Opened by `openSignInSheet`.
import { createRoot } from 'react-dom/client'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { ButtonLink } from '@xinqiao/ui/Button.tsx'
import { Dialog } from '@xinqiao/ui/Dialog.tsx'
import { Icon } from '@xinqiao/ui/Icon.tsx'

type SignInSheetProps = { message: string; next: string; onClose: () => void }

const SignInSheet = ({ message, next, onClose }: SignInSheetProps) => (
  <Dialog title={message} onClose={onClose}>
    <p>登录后会回到这里，继续刚才的操作。</p>
    <div className="mt-4 grid gap-3">
      <ButtonLink href={withQuery(routes.login, { next })} className="min-h-12">
        登录
      </ButtonLink>
      <ButtonLink href={withQuery(routes.register, { next })} look="ghost" className="min-h-12">
        没有账号，用手机号注册
      </ButtonLink>
    </div>
    <div className="mt-5 border-t border-line pt-4">
      <p className="mb-3 text-compact">现在就想找人说说话？拨打心理援助热线，不用登录。</p>
      <ButtonLink href="tel:12356" look="accent" className="min-h-12 w-full">
        <Icon name="phone" className="size-4.5" />
        拨打12356
      </ButtonLink>
    </div>
  </Dialog>
)

/**
 * @param message the refusal in the words of the specification
 * @param next path and query to return to after signing in
 */
export function openSignInSheet(message: string, next: string): void {
  const opener = document.activeElement
  const container = document.createElement('div')
  document.body.append(container)
  const root = createRoot(container)
  const close = () => {
    root.unmount()
    container.remove()
    if (opener instanceof HTMLElement) opener.focus()
  }
  root.render(<SignInSheet message={message} next={next} onClose={close} />)
}
