-- Synonyms of the domains: everyday words that visitors search for. Staff edit them; a domain with a known name starts
-- with the list below.
alter table domain add synonyms text[] not null default '{}';

create function default_domain_synonyms(domain_name text) returns text[] language sql immutable as $$
  select case domain_name
    when '情绪困扰' then array['抑郁', '抑郁症', '忧郁', '焦虑', '焦虑症', '恐慌', '惊恐发作', '强迫', '强迫症', '双相',
      '躁狂', '恐惧症', '疑病', '情绪低落', '心情不好', '不开心', '压抑', '暴躁', '易怒', '崩溃', '绝望', '创伤', '自残',
      '自伤', '割腕', '自杀', '轻生', '不想活']
    when '睡眠问题' then array['失眠', '睡不着', '睡不好', '入睡困难', '早醒', '半夜醒', '多梦', '噩梦', '熬夜', '晚睡',
      '嗜睡', '作息', '生物钟', '安眠药']
    when '亲子关系' then array['亲子', '孩子', '育儿', '家庭教育', '教育孩子', '孩子不听话', '孩子不上学', '厌学', '叛逆',
      '顶嘴', '沉迷手机', '陪写作业', '父母', '爸妈', '单亲', '二胎', '隔代教育']
    when '婚恋情感' then array['婚姻', '夫妻', '恋爱', '失恋', '分手', '离婚', '出轨', '外遇', '婆媳', '家暴', '冷暴力',
      '感情', '情感', '相亲', '单身', '异地恋', '老公', '老婆', '丈夫', '妻子', '男朋友', '女朋友']
    when '人际关系' then array['人际', '社交', '社恐', '社交恐惧', '孤独', '孤僻', '朋友', '室友', '同学关系', '同事关系',
      '沟通', '讨好', '被排挤', '霸凌', '欺凌', '内向', '害羞']
    when '职场压力' then array['职场', '工作', '工作压力', '上班', '加班', '职业倦怠', '失业', '裁员', '求职', '面试', '跳槽',
      '辞职', '职业规划', '领导', '同事', '创业']
    when '学业压力' then array['学习', '学习压力', '高考', '高考压力', '中考', '考研', '考试', '考试焦虑', '成绩', '作业',
      '升学', '厌学', '不想上学', '不上学', '休学', '注意力不集中', '论文', '毕业']
    when '青少年成长' then array['青少年', '青春期', '叛逆', '早恋', '网瘾', '游戏成瘾', '沉迷游戏', '沉迷手机', '霸凌',
      '校园欺凌', '不上学', '孩子不上学', '拒学', '休学', '初中', '高中', '多动症', '自残', '自伤']
    when '个人成长' then array['自卑', '自信', '自我认识', '自我价值', '迷茫', '空虚', '完美主义', '拖延', '性格', '内耗',
      '原生家庭', '情绪管理', '人生意义', '改变自己']
    when '哀伤与丧失' then array['哀伤', '悲伤', '丧失', '丧亲', '亲人去世', '去世', '病逝', '丧偶', '失独', '悼念', '思念',
      '告别', '流产', '宠物去世']
    when '老年心理' then array['老年', '老人', '老年抑郁', '退休', '空巢', '孤寡', '养老', '痴呆', '阿尔茨海默', '失能',
      '照护', '记忆力', '更年期']
    when '孕产心理' then array['怀孕', '孕期', '孕妇', '备孕', '产后', '产后抑郁', '月子', '新手妈妈', '哺乳', '流产', '胎停',
      '不孕', '试管', '分娩恐惧']
    else '{}'::text[]
  end
$$;

create function fill_domain_synonyms() returns trigger language plpgsql as $$
begin
  new.synonyms := default_domain_synonyms(new.name);
  return new;
end
$$;
create trigger domain_starts_with_synonyms before insert on domain
  for each row when (new.synonyms = '{}') execute function fill_domain_synonyms();

update domain set synonyms = default_domain_synonyms(name);

create index counsellor_domains on counsellor using gin (domain_ids) where is_listed;
