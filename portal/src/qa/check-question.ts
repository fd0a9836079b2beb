// Checks the texts of a question before it is sent.
import { countGraphemes, maxInContent, maxInTitle } from '@xinqiao/contract/questions.ts'

function checkText(value: string, name: string, maxLength: number): string | null {
  if (value.trim() === '') return `请输入${name}`
  return countGraphemes(value) > maxLength ? `${name}不能超过${maxLength}个字` : null
}

export function checkQuestion({ title = '', content = '' }: { title?: string; content?: string }) {
  const fieldErrors = {
    title: checkText(title, '标题', maxInTitle),
    content: checkText(content, '内容', maxInContent),
  }
  return {
    ...(fieldErrors.title && { title: fieldErrors.title }),
    ...(fieldErrors.content && { content: fieldErrors.content }),
  }
}
