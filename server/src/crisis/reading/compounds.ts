// Ordinary words that contain or touch a sign of danger only by chance: 打车, 不想活动, 去世博园. No run of signs and no
// word of a crisis crosses their borders.
import { createTrie } from './trie.ts'

/** In words with a bar, only the place of the bar is a border: 去 and 世界. */
const compounds = `
打车 打的士 打顺风车 打工 打印 打卡 打饭 打菜 打包 打折 打八折 打五折 打了八折 打了折 打针 打预防针 打疫苗 打了疫苗 打了针 打扫 打听 打扰 打算 打扮
打电话 打了电话 打个电话 打了个电话 打来电话 打过电话 打视频 打语音 打招呼 打了招呼 打了个招呼 打呼噜 打喷嚏 打哈欠 打瞌睡 打盹 打游戏 打了游戏 打王者
打篮球 打球 打羽毛球 打乒乓 打网球 打台球 打排球 打麻将 打牌 打扑克 打太极 打鼓 打伞 打水 打水漂 打酱油 打豆浆 打蛋 打草稿 打比方 打个比方 打字 打勾
打钩 打分 打高分 打低分 打满分 打了分 打领带 打毛衣 打底 打蜡 打磨 打造 打理 打烊 打烂仗 打官司 打借条 打欠条 打报告 打小报告 打退堂鼓 打圆场 打交道
打基础 打下手 打前站 打头阵 打气 打钱 打款 打赏 打榜 打投 打野 打团 打副本 打怪 打通关 打擂台 打地铺 打地鼠 打鸡血 打点滴 打吊瓶 打吊针 打石膏 打耳洞
打胶 打孔 打井 打我电话 打我手机 打我微信 打我视频 打我语音 打我账 打我卡 打我支付宝 打我工资卡 打我银行卡 打我名下 打我座机 打我办公室电话 打他电话
打他手机 打她电话 打她手机 打他微信 打她微信 打你电话 打你手机 打妈妈电话 打爸爸电话 打人工 打人工客服 动手术 动手做 动手能力 动手实践 动手操作 动手写
动手试 动手包 踢球 踢足球 踢毽子 踢被子 踢踏舞 踢馆 踢正步 扇子 扇扇子 扇形 扇贝 电扇 风扇 掐表 掐点 掐着点 掐着时间 掐尖 掐丝 拖地 拖延 拖把 拖欠 拖堂 拖更
拖车 拖后腿 拖班 拖稿 推荐 推广 推迟 推理 推送 推车 推拿 推倒重来 推婴儿车 推轮椅 抽奖 抽签 抽查 抽空 抽时间 抽屉 抽烟 抽血 抽背 抽象 抽卡 抽纸 抽我背
抽我回答 抽我上台 抽到我 抽他上 抽她上 抽他回答 抽湿 扣分 扣钱 扣工资 扣篮 逼近 逼真 堵车 堵在路上 堵在高架 堵在高速 堵在桥上 堵在半路 蹲厕所
蹲直播 蹲一个 蹲个 摸鱼 摸索 摸底 摸黑 摸摸我的头 摸摸头 摸了摸我的头 摸我的底 摸我们的底 摸牌 摸奖 摸清 脱口秀 脱发 脱单 脱敏 脱水 脱贫 脱离 脱妆
脱稿 杀青 杀价 杀毒 杀菌 杀鱼 杀鸡 杀猪 杀时间 杀进程 杀熟 砍价 砍树 砍柴 砍单 砍一刀 泼水节 捅娄子 捅了娄子 捅马蜂窝 报复性 跟踪快递 跟踪进度
跟踪报道 跟踪项目 威胁论 勒紧裤腰带 侵犯隐私 侵犯版权 侵犯著作权 强行解释 扑克 扑面 扑街 刀削面 剪刀石头布 两口子 小两口 三口子 割草 割麦 割稻 割韭菜
割双眼皮 割接 划船 划算 划水 划线 划重点 划拳 划分 划归 划款 划价 计划 规划 策划 刻意 刻苦 深刻 立刻 时刻 此刻 片刻 即刻 一刻钟 刻板 刻录 刻章 刻度
苛刻 复刻 烫发 烫头发 烫个头 烫衣服 烫伤膏 麻辣烫 烙饼 烙印 烙画 扎实 扎心 扎堆 扎头发 扎辫子 扎马步 扎营 扎根 扎染 扎啤 捶背 抠图 抠门 抠细节 戳中 戳链接 戳一戳
戳我头像 切换 切菜 刺绣 刺激 血型 血压 血糖 血脂 血常规 验血 献血 活血 医药 药学 药膳 药理 火药 芍药 安定下来 安定门 安定团结 安定生活 吊车 吊瓶 吊牌
吊带 吊顶 吊灯 吊坠 吊床 吊环 吊水 吊针 |吊桥 圆规|划 桥梁 桥接 桥牌 活动 活跃 活泼 活力 活络 活页 活捉 活成 活到老 活塞 死机 死磕 死线 死海 死亡谷 死亡率
死记 死守 死党 死角 死忠 死板 死循环 死锁 死链 死神 死对头 死胡同 死心塌地 死皮赖脸 死缠烂打 死心眼 自杀式 去|世博 去|世界 去|世纪 去|世贸 去|世外
去|世园 去|世运 跳舞 跳绳 跳高 跳远 跳水 跳伞 跳槽 跳级 跳棋 跳读 跳转 跳板 跳操 跳皮筋 跳广场舞 跳广告 跳街舞 跳芭蕾 跳蚤 跳票 跳房子 跳楼机 跳楼价
打开门 打开链接 打开电脑 打开手机 打开页面 打开网页 打开文件 打开软件 打开微信 打开电视 打开灯 打开冰箱 打开书 跳过这 跳过那 跳过广告 跳过片头 跳过题
认死理 蹲守直播 拖拉机 拖拉症 打我分太低 打我分低 打我的分
`
const bar = '|'
/** How each compound is written with spaces at its borders. */
const startOf = createTrie(
  compounds
    .trim()
    .split(/\s+/u)
    .map((word) => [word.replace(bar, ''), word.includes(bar) ? word.replace(bar, ' ') : ` ${word} `] as const),
)

/** The compounds without a bar. The words in them say nothing. */
export const wholeCompounds: readonly string[] = compounds
  .trim()
  .split(/\s+/u)
  .filter((word) => !word.includes(bar))

/** Puts spaces at the borders of compounds, of which the longest counts. */
export function separateCompounds(text: string): string {
  let out = ''
  let copiedUntil = 0
  for (let at = 0; at < text.length; at++) {
    let node = startOf(text.charCodeAt(at))
    let separated: string | undefined
    let end = at
    for (let to = at + 1; node; node = node.next.get(text.charCodeAt(to++)))
      if (node.value) [separated, end] = [node.value, to]
    if (!separated) continue
    out += text.slice(copiedUntil, at) + separated
    copiedUntil = end
    at = end - 1
  }
  return copiedUntil === 0 ? text : out + text.slice(copiedUntil)
}
