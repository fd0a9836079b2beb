// Entry point of the console: language, theme, session, frame.
import { App, ConfigProvider } from 'antd'
import zhCN from 'antd/locale/zh_CN'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './console.css'
import { Console } from './frame/Console.tsx'
import { preventSubmitInDateField } from './kit/forms/forms.ts'
import { SessionProvider } from './session/session.tsx'
import { theme } from './theme.ts'

dayjs.locale('zh-cn')
addEventListener('keydown', preventSubmitInDateField)

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

createRoot(root).render(
  <StrictMode>
    <ConfigProvider locale={zhCN} theme={theme} button={{ autoInsertSpace: false }}>
      <App message={{ maxCount: 3, top: 72 }} className="console">
        <SessionProvider>
          <Console />
        </SessionProvider>
      </App>
    </ConfigProvider>
  </StrictMode>,
)
