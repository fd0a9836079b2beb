// The columns of the database as types. Written by `npm run schema`; a test compares it with the migrations.

export type Rows = {
  account: {
    id: number
    username: string
    username_key: string
    password_hash: string
    role_id: number
    phone_sealed: Uint8Array
    phone_index: Uint8Array
    nickname: string
    email: string
    gender: number | null
    avatar: string
    enabled: boolean
    is_demo: boolean
    created_at: Date
    must_change_password: boolean
    email_confirmed_at: Date | null
    was_user: boolean
  }
  announcement: {
    id: string
    title: string
    dated: string
    lead: string
    content: string
    version: number
    changed_at: Date
    changed_by: number | null
  }
  answer: {
    id: number
    question_id: number
    author_id: number | null
    counsellor_id: number | null
    content: string
    state: string
    state_reason: string
    in_sight: boolean
    like_count: number
    collect_count: number
    answered_day: number
    hot: number
    created_at: Date
    edited_at: Date | null
  }
  answer_collect: {
    answer_id: number
    account_id: number
    created_at: Date
    in_sight: boolean
  }
  answer_like: {
    answer_id: number
    account_id: number
    created_at: Date
  }
  answer_telling: {
    answer_id: number | null
    told_until: number | null
  }
  article: {
    id: number
    column_id: number
    tag_id: number | null
    title: string
    summary: string
    excerpt: string
    content: string
    picture_key: string | null
    pinned: boolean
    state: string
    publish_at: Date | null
    version: number
    author_id: number | null
    created_at: Date
    updated_at: Date
  }
  attachment: {
    id: number
    key: string
    name: string
    mime: string
    bytes: number
    article_id: number | null
    position: number
    created_by: number | null
    created_at: Date
  }
  audit_log: {
    id: number
    at: Date
    actor_id: number
    action: string
    subject: string
    reason: string
    detail: unknown
    previous_hash: Uint8Array
    hash: Uint8Array
  }
  banner: {
    id: number
    kind: string
    title: string
    subtitle: string
    link: string
    picture_key: string
    position: number
    enabled: boolean
  }
  bill: {
    id: number
    provider: string
    day: string
    state: string
    trade_hash: string
    fund_hash: string
    trade_cents: number
    fund_cents: number
    our_cents: number
    failure: string | null
    fetched_at: Date
  }
  bill_difference: {
    id: number
    bill_id: number
    kind: string
    transaction_id: string
    refund_no: string
    order_id: number | null
    our_cents: number | null
    their_cents: number | null
    state: string
    note: string
    settled_by: number | null
    settled_at: Date | null
    created_at: Date
  }
  bill_line: {
    bill_id: number
    transaction_id: string
    attempt_no: string
    refund_no: string
    cents: number
  }
  booking: {
    id: number
    counsellor_id: number
    account_id: number
    mode: string
    start_minute: number
    minutes: number
    buffer_minutes: number
    starts_at: Date
    ends_at: Date
    state: string
    hold_until: Date | null
    price_cents: number
    order_no: string | null
    consent_version: string
    consent_hash: string
    intake_sealed: Uint8Array
    is_minor: boolean
    cancelled_by: number | null
    cancel_reason: string
    changed_times: number
    reminded_at: Date | null
    created_at: Date
    place: string
    presence: string
  }
  booking_complaint: {
    id: number
    booking_id: number
    text_sealed: Uint8Array
    state: string
    answer: string
    handled_by: number | null
    created_at: Date
    handled_at: Date | null
  }
  booking_exception: {
    id: number
    counsellor_id: number
    day: string
    is_open: boolean
    from_minute: number
    to_minute: number
    mode: string
  }
  booking_note: {
    id: number
    booking_id: number
    author_id: number | null
    kind: string
    text_sealed: Uint8Array
    created_at: Date
  }
  booking_presence: {
    booking_id: number
    client_seen_at: Date | null
    counsellor_seen_at: Date | null
    is_client_ready: boolean
  }
  booking_rating: {
    booking_id: number
    stars: number
    created_at: Date
    text_sealed: Uint8Array | null
  }
  booking_rule: {
    id: number
    counsellor_id: number
    weekday: number
    from_minute: number
    to_minute: number
    mode: string
  }
  branch_reviewer: {
    account_id: number
    branch_id: number
  }
  bulletin: {
    id: number
    title: string
    content: string
    audience: string
    author_id: number | null
    recipients: number
    created_at: Date
    withdrawn_at: Date | null
  }
  calendar_day: {
    day: string
    name: string
    kind: string
  }
  certificate: {
    id: number
    kind: string
    number: string
    account_id: number | null
    holder: string
    title: string
    lines: unknown
    subject: string
    issued_on: string
    valid_until: string | null
    revoked_at: Date | null
    revoke_reason: string | null
    created_at: Date
  }
  check_in: {
    registration_id: number
    meeting_id: number
    at: Date
    door: string
    staff_id: number | null
    received_at: Date
    claimed_at: Date | null
  }
  consent: {
    id: number
    account_id: number
    purpose: string
    version: string
    text_hash: string
    given_at: Date
    withdrawn_at: Date | null
  }
  content_version: {
    only_row: boolean
    version: number
  }
  counsellor: {
    id: number
    account_id: number
    name: string
    gender: number | null
    avatar: string
    department: string
    professional_title: string
    description: string
    qualification: string
    domain_ids: number[]
    price_cents: number
    working_hours: string
    phone: string
    accid: string
    is_listed: boolean
    grams: string[]
    searched: string
    follow_count: number
    answer_count: number
    standing: number
    created_at: Date
  }
  counsellor_credential: {
    id: number
    counsellor_id: number
    title: string
    number: string
    issuer: string
    valid_until: Date | null
    scan_key: string | null
    state: string
    note: string
    verified_by: number | null
    verified_at: Date | null
    created_at: Date
  }
  counsellor_follow: {
    counsellor_id: number
    account_id: number
    created_at: Date
  }
  credit_entry: {
    id: number
    account_id: number
    registration_id: number | null
    meeting_id: number | null
    session_id: number | null
    certificate_id: number | null
    title: string
    tenths: number
    earned_on: string
    created_at: Date
    lecture_id: number | null
    voided_at: Date | null
  }
  crisis_access: {
    alert_id: number
    account_id: number
    reason: string
    until: Date
  }
  crisis_alert: {
    id: number
    im_account_id: number | null
    conversation_id: number | null
    level: string
    hits: number
    message_time: number
    state: string
    taken_by: number | null
    outcome: string | null
    created_at: Date
    changed_at: Date
    account_id: number | null
    question_id: number | null
    booking_id: number | null
    calls: number
    called_at: Date | null
    is_report: boolean
    writer_id: number | null
    is_anonymous: boolean
    has_news: boolean
    is_letter: boolean
    taken_at: Date | null
    closed_at: Date | null
    follow_up_on: string | null
    is_reminded: boolean
    is_drill: boolean
    app_writer_id: number | null
    severity: number
    seen_hits: number
    unseen_since: Date | null
    news_sent_at: Date | null
    unseen_calls: number
    unseen_called_at: Date | null
  }
  crisis_leader_notice: {
    id: number
    team_id: number
    im_account_id: number
    level: string
    time: number
    created_at: Date
  }
  crisis_mark: {
    id: number
    signal_id: number
    from_time: number
    until_time: number
  }
  crisis_note: {
    id: number
    alert_id: number
    author_id: number | null
    text_sealed: Uint8Array
    created_at: Date
  }
  crisis_pending: {
    sender_id: number
    id_client: string
    receiver: string
    level: string
    created_at: Date
    message_id: number | null
  }
  crisis_signal: {
    id: number
    alert_id: number
    level: string
    hits: number
    message_time: number
    conversation_id: number | null
    question_id: number | null
    booking_id: number | null
    created_at: Date
    is_letter: boolean
    team_id: number | null
    room_id: number | null
  }
  crisis_step: {
    id: number
    alert_id: number
    account_id: number | null
    step: string
    created_at: Date
  }
  crisis_text: {
    id: number
    alert_id: number
    text_sealed: Uint8Array
    created_at: Date
    signal_id: number | null
    message_id: number | null
    id_client: string | null
    leader_called_at: Date | null
  }
  data_request: {
    id: number
    account_id: number
    kind: string
    includes_private: boolean
    state: string
    reason: string
    created_at: Date
    settled_at: Date | null
    settled_by: number | null
  }
  database_history: {
    only_row: boolean
    generation: number
    place: string
  }
  delivery: {
    id: number
    account_id: number | null
    kind: string
    channel: string
    state: string
    tries: number
    next_try_at: Date
    failure: string | null
    created_at: Date
    sent_at: Date | null
    phone_sealed: Uint8Array | null
  }
  domain: {
    id: number
    name: string
    position: number
    enabled: boolean
    clicks: number
    question_count: number
    synonyms: string[]
  }
  dues_year: {
    year: number
    spending: unknown
    note: string
    published_at: Date | null
    changed_by: number | null
    changed_at: Date
  }
  duty_person: {
    account_id: number
    since: Date
    rank: string
  }
  duty_settings: {
    only_row: boolean
    deputy_minutes: number
    head_minutes: number
    repeat_minutes: number
  }
  email_code: {
    account_id: number
    digest: Uint8Array
    tries: number
    expires_at: Date
  }
  exam: {
    id: number
    paper_id: number
    name: string
    start_at: Date
    end_at: Date
    duration_minutes: number
    attempts: number
    counted: string
    shuffle_questions: boolean
    shuffle_options: boolean
    shown: string
    gives_certificate: boolean
    state: string
    version: number
    author_id: number | null
    created_at: Date
    updated_at: Date
  }
  exam_allowance: {
    exam_id: number
    account_id: number
    extra_minutes: number
    extra_attempts: number
  }
  exam_answer: {
    attempt_id: number
    num: number
    answer: string
    given_at: number
    is_right: boolean | null
    points: number | null
  }
  exam_attempt: {
    id: number
    exam_id: number
    account_id: number
    number: number
    seed: number
    question_version_ids: number[]
    scores: number[]
    started_at: Date
    deadline: Date
    state: string
    handed_in_at: Date | null
    handed_in_by: string | null
    score: number | null
    session_id: number | null
    certificate_id: number | null
    released_at: Date | null
  }
  exam_correction: {
    exam_id: number
    question_version_id: number
    answer: string | null
    reason: string
    made_by: number | null
    made_at: Date
  }
  exam_event: {
    id: number
    attempt_id: number
    at: Date
    kind: string
    detail: string
  }
  exam_group: {
    id: number
    name: string
    created_at: Date
  }
  exam_group_member: {
    group_id: number
    account_id: number
  }
  exam_paper: {
    id: number
    name: string
    kind: string
    partial: string
    state: string
    version: number
    author_id: number | null
    created_at: Date
    updated_at: Date
  }
  exam_paper_item: {
    paper_id: number
    position: number
    question_version_id: number
    score: number
  }
  exam_paper_rule: {
    paper_id: number
    position: number
    kind: number
    subject: string | null
    difficulty: number | null
    count: number
    score: number
  }
  exam_question: {
    id: number
    subject: string
    kind: number
    difficulty: number
    retired: boolean
    version: number
    created_at: Date
    updated_at: Date
  }
  exam_question_version: {
    id: number
    question_id: number
    version: number
    content: string
    options: string[]
    answer: string
    explanation: string
    author_id: number | null
    created_at: Date
    fixed_options: string
  }
  exam_target: {
    id: number
    exam_id: number
    kind: string
    account_id: number | null
    group_id: number | null
  }
  export_task: {
    id: number
    account_id: number
    kind: string
    query: unknown
    is_full: boolean
    reason: string
    state: string
    done: number
    total: number
    file_key: string | null
    created_at: Date
    ended_at: Date | null
  }
  factor_recovery: {
    id: number
    account_id: number
    asked_by: number
    asked_at: Date
    reason: string
    state: string
    decided_by: number | null
    decided_at: Date | null
  }
  factor_ticket: {
    token_hash: Uint8Array
    account_id: number
    session_id: number | null
    purpose: string
    challenge: string
    expires_at: Date
  }
  floating_ad: {
    only_row: boolean
    enabled: boolean
    title: string
    link: string
    picture_key: string | null
  }
  group_call: {
    id: number
    team_id: number
    starter_id: number
    begin_time: number
    led_time: number
    end_time: number | null
    outcome: string | null
    is_room_closed: boolean
  }
  group_call_member: {
    call_id: number
    im_account_id: number
    participant: number
    memory: string
    is_leader: boolean
    join_time: number
    seen_time: number
    leave_time: number | null
    is_removed: boolean
    is_muted: boolean
    is_connected: boolean
    is_silent: boolean
    has_video: boolean
    is_sharing: boolean
    route: string | null
    sample_count: number
    poor_count: number
    rtt_sum: number
    loss_sum: number
    person: number
    has_joined: boolean
  }
  guide_document: {
    kind: string
    source_id: number
    mark: string
    title_terms: string[]
    terms: string[]
  }
  guide_hidden_question: {
    title: string
  }
  guide_question: {
    id: number
    question: string
    wordings: string[]
    answer: string
    url: string
    is_on: boolean
    version: number
  }
  guide_settings: {
    is_only: boolean
    welcome: string
  }
  im_account: {
    id: number
    account_id: number | null
    accid: string
    version: number
    last_device_id: string
    created_at: Date
    app_id: number
    is_blocked: boolean
    is_muted: boolean
  }
  im_api_call: {
    id: number
    app_id: number | null
    path: string
    code: number
    ip: string
    milliseconds: number
    created_at: Date
  }
  im_api_nonce: {
    app_id: number
    nonce: string
    ends_at: Date
  }
  im_app: {
    id: number
    app_key: string
    name: string
    origins: string[]
    is_site: boolean
    is_open: boolean
    secret_sealed: Uint8Array
    created_at: Date
    updated_at: Date
    former_secret_sealed: Uint8Array
    former_secret_until: Date | null
    alert_url: string
    is_playground: boolean
    push_url: string
  }
  im_app_alert: {
    id: number
    app_id: number
    im_account_id: number
    level: string
    message_time: number
    from_time: number
    conversation_id: number | null
    session_id: string
    message_id: number | null
    text_sealed: Uint8Array
    state: string
    attempts: number
    due_at: Date
    created_at: Date
  }
  im_app_alert_attempt: {
    id: number
    alert_id: number
    app_id: number
    status: number | null
    fault: string
    milliseconds: number
    created_at: Date
  }
  im_broadcast: {
    id: number
    body: string
    time: number
    expires_at: Date
    app_id: number
    is_selected: boolean
    author_id: number | null
  }
  im_broadcast_read: {
    im_account_id: number
    broadcast_id: number
  }
  im_broadcast_target: {
    broadcast_id: number
    im_account_id: number
  }
  im_call: {
    id: number
    channel_id: number
    caller_id: number
    callee_id: number
    booking_id: number | null
    has_video: boolean
    ring_time: number
    answer_time: number | null
    connect_time: number | null
    end_time: number | null
    outcome: string | null
    route: string | null
    sample_count: number
    poor_count: number
    rtt_sum: number
    loss_sum: number
    is_announced: boolean
    last_time: number | null
    is_alarmed: boolean
    caller_seen_time: number | null
    callee_seen_time: number | null
    is_callee_lost: boolean
    message_key: string
    lost_time: number | null
    ring_connection_id: string | null
  }
  im_change: {
    im_account_id: number
    kind: string
    key: string
    version: number
  }
  im_closed_file_key: {
    login: number
    until: number
  }
  im_collect: {
    id: number
    im_account_id: number
    type: number
    unique_id: string
    content_sealed: Uint8Array
    create_time: number
    update_time: number
  }
  im_connection: {
    id: number
    connection_id: string
    node_id: string
    im_account_id: number
    device_id: string
    client_type: number
    since: Date
  }
  im_consent: {
    im_account_id: number
    version: string
    text_hash: string
    agreed_at: Date
  }
  im_conversation: {
    id: number
    low_id: number | null
    high_id: number | null
    last_seq: number
    last_time: number
    sealed_key: Uint8Array
    erased_seq: number
    imported_seq: number
    scene: string
  }
  im_device: {
    im_account_id: number
    device_id: string
    client_type: number
    token_name: string
    token_sealed: Uint8Array
    is_background: boolean
    badge: number
    updated_at: Date
    notified_at: Date | null
  }
  im_file: {
    id: number
    object: string
    owner_id: number
    kind: string
    mime: string
    ext: string
    name: string
    bytes: number
    md5: string
    source_bytes: number
    source_md5: string
    width: number | null
    height: number | null
    part_keys: string[]
    part_bytes: number[]
    context: string
    is_complete: boolean
    survival_seconds: number | null
    created_at: Date
    expires_at: Date | null
    is_public: boolean
  }
  im_file_access: {
    token_hash: Uint8Array
    file_id: number
    im_account_id: number
    user_agent: string
    expires_at: Date
  }
  im_file_share: {
    file_id: number
    im_account_id: number
    sender_id: number
    id_client: string
  }
  im_friend: {
    im_account_id: number
    peer_id: number
    alias: string
    custom: string
    is_valid: boolean
    create_time: number
    update_time: number
  }
  im_lexicon: {
    is_only: boolean
    version: number
  }
  im_lexicon_word: {
    id: number
    word: string
    action: number
  }
  im_login: {
    id: number
    im_account_id: number
    device_id: string
    client_type: number
    ip: string
    at: Date
  }
  im_message: {
    id: number
    conversation_id: number
    seq: number
    sender_id: number
    id_client: string
    type: number
    is_unreadable: boolean
    client_type: number
    device_id: string
    time: number
    body: Uint8Array
    modified_time: number | null
    readable: number | null
    sender_readable: number | null
    thread_id: number | null
    is_pushable: boolean
  }
  im_message_hidden: {
    im_account_id: number
    message_id: number
    is_recalled: boolean
    time: number
    ps: string
    attach: string
  }
  im_message_pin: {
    message_id: number
    conversation_id: number
    im_account_id: number
    custom: string
    create_time: number
    update_time: number
  }
  im_node: {
    id: string
    name: string
    seen_at: Date
  }
  im_profile_fan_out: {
    im_account_id: number
    last_id: number
    changed_at: Date
  }
  im_quick_comment: {
    message_id: number
    im_account_id: number
    body: number
    custom: string
    time: number
  }
  im_relation: {
    im_account_id: number
    peer_id: number
    is_blacked: boolean
    is_muted: boolean
    create_time: number
    update_time: number
  }
  im_robot: {
    im_account_id: number
    kind: string
    welcome: string
    prompt: string
    created_at: Date
    question_url: string
  }
  im_robot_question: {
    sender_id: number
    id_client: string
    robot_id: number
    created_at: Date
    due_at: Date
  }
  im_room: {
    id: number
    app_id: number
    creator_id: number
    name: string
    announcement: string
    broadcast_url: string
    custom: string
    queue_level: number
    is_open: boolean
    is_muted: boolean
    allows_anonymous: boolean
    history_days: number
    last_time: number
    create_time: number
    update_time: number
    slow_seconds: number
    names_visitors: boolean
  }
  im_room_element: {
    id: number
    room_id: number
    key: string
    owner_id: number
    is_transient: boolean
    value_sealed: Uint8Array
    update_time: number
  }
  im_room_member: {
    room_id: number
    im_account_id: number
    role: string
    level: number
    is_blacked: boolean
    is_gagged: boolean
    nick: string
    avatar: string
    custom: string
    create_time: number
    update_time: number
  }
  im_room_message: {
    room_id: number
    time: number
    sender_id: number
    id_client: string
    type: number
    target_tags: string
    tags: string[]
    body_sealed: Uint8Array
    is_high: boolean
  }
  im_room_mute: {
    id: number
    room_id: number
    im_account_id: number | null
    tag: string | null
    until: number
  }
  im_room_name: {
    id: number
    room_id: number
    im_account_id: number
    nick: string | null
    nick_folded: string | null
  }
  im_session: {
    im_account_id: number
    conversation_id: number
    version: number
    unread: number
    ack: number
    receipt: number
    is_deleted: boolean
    ext: string
    cleared_time: number
  }
  im_signal_channel: {
    id: number
    app_id: number
    name: string
    type: number
    creator_id: number
    ext: string
    create_time: number
    expire_time: number
    is_closed: boolean
  }
  im_signal_event: {
    id: number
    im_account_id: number
    event_sealed: Uint8Array
    create_time: number
  }
  im_signal_invite: {
    channel_id: number
    to_id: number
    request_id: string
    from_id: number
    state: string
    create_time: number
    device_id: string
  }
  im_signal_member: {
    channel_id: number
    im_account_id: number
    uid: number
    device_id: string
    join_time: number
    absent_time: number | null
  }
  im_stick_top: {
    im_account_id: number
    session_id: string
    top_custom: string
    is_top: boolean
    create_time: number
    update_time: number
  }
  im_system_message: {
    id: number
    im_account_id: number
    from_id: number
    type: string
    sealed: Uint8Array
    is_read: boolean
    state: string
    time: number
  }
  im_team: {
    id: number
    version: number
    last_readable: number
    member_count: number
    is_valid: boolean
    app_id: number
    conversation_id: number
    owner_id: number
    scene: string
    type: number
    join_mode: number
    be_invite_mode: number
    invite_mode: number
    update_mode: number
    update_custom_mode: number
    mute_type: number
    create_time: number
    update_time: number
    member_update_time: number
    name: string
    avatar: string
    intro: string
    announcement: string
    custom: string
    is_managed: boolean
    is_silenced: boolean
  }
  im_team_change: {
    message_id: number
    team_id: number
    version: number
    is_recalled: boolean
    message_time: number
    operator_id: number | null
    time: number
    ps: string
    attach: string
  }
  im_team_file: {
    file_id: number
    sender_id: number
    id_client: string
    name: string
  }
  im_team_link: {
    team_id: number
    code: string
    created_by: number
    expires_at: Date
  }
  im_team_member: {
    team_id: number
    im_account_id: number
    version: number
    own_readable: number
    ack: number
    ack_readable: number
    ack_own_readable: number
    join_seq: number
    cleared_time: number
    join_time: number
    update_time: number
    inviter_id: number | null
    role: number
    notify_type: number
    is_valid: boolean
    is_muted: boolean
    is_deleted: boolean
    nick: string
    custom: string
    ext: string
    receipt: number
    hidden_times: number[]
    cleared_seq: number
    followed: string[]
    deleted_seq: number
    removed_time: number | null
    staff_mute_reason: string | null
  }
  im_token: {
    id: number
    im_account_id: number
    session_id: number | null
    token_hash: Uint8Array
    created_at: Date
    expires_at: Date
  }
  im_user: {
    im_account_id: number
    nick: string
    avatar: string
    sign: string
    gender: number
    custom: string
    sealed: Uint8Array
    alias: string
    is_pushed_beside_desktop: boolean
    created_at: Date
    update_time: number
  }
  job: {
    name: string
    due_at: Date
    started_at: Date | null
    ended_at: Date | null
    failure: string | null
  }
  kept_room: {
    room_id: number
    registration_id: number
  }
  key_in_force: {
    only_row: boolean
    key_id: number
    since: Date
  }
  known_device: {
    account_id: number
    device_hash: Uint8Array
    seen_at: Date
  }
  lecture: {
    id: number
    title: string
    speaker: string
    summary: string
    introduction: string
    starts_at: Date
    ends_at: Date
    audience: string
    stream_url: string
    replay_url: string
    recording_key: string | null
    recording_bytes: number
    replay_from: Date
    credit_tenths: number
    needed_minutes: number
    state: string
    cancel_reason: string
    room_id: number
    reminded_at: Date | null
    created_at: Date
  }
  lecture_attendance: {
    lecture_id: number
    account_id: number
    seconds: number
    beat_at: Date | null
    hand_raised_at: Date | null
    wants_reminder: boolean
    created_at: Date
    hand_called_at: Date | null
  }
  lecture_question: {
    id: number
    lecture_id: number
    account_id: number
    name: string
    text_sealed: Uint8Array
    state: string
    settled_by: number | null
    created_at: Date
    settled_at: Date | null
    answer_sealed: Uint8Array | null
    has_danger: boolean
  }
  led_consent: {
    id: number
    group_id: number
    account_id: number | null
    version: string
    text_hash: string
    given_at: Date
    withdrawn_at: Date | null
  }
  led_invitation: {
    group_id: number
    account_id: number
    invited_by: number | null
    invited_at: Date
    used_at: Date | null
    withdrawn_at: Date | null
    id: number
    declined_at: Date | null
  }
  ledger_entry: {
    id: number
    at: Date
    order_id: number
    payment_id: number | null
    refund_id: number | null
    debit: string
    credit: string
    cents: number
  }
  meeting: {
    id: number
    title: string
    content: string
    location: string
    registration_deadline: Date
    starts_at: Date
    ends_at: Date
    change_deadline: Date
    full_refund_until: Date
    half_refund_until: Date
    hold_hours: number
    offer_hours: number
    credit_hours: number
    retention_days: number
    state: string
    published_at: Date | null
    purged_at: Date | null
    version: number
    created_at: Date
    updated_at: Date
    rooms_told_at: Date | null
    kind: string
  }
  meeting_room: {
    id: number
    meeting_id: number
    name: string
    beds: number
  }
  meeting_session: {
    id: number
    meeting_id: number
    title: string
    speaker: string
    place: string
    starts_at: Date
    ends_at: Date
    credit_tenths: number
  }
  meeting_type: {
    meeting_id: number
    attend_type: number
    price_cents: number
    early_price_cents: number | null
    early_until: Date | null
    quota: number | null
    enabled: boolean
  }
  member: {
    id: number
    number: string
    kind: string
    level_id: number
    account_id: number | null
    name: string
    organization: string
    gender: string | null
    state: string
    joined_on: string
    term_from: string
    term_until: string
    left_on: string | null
    left_reason: string | null
    id_number_sealed: Uint8Array | null
    id_number_index: Uint8Array | null
    phone_sealed: Uint8Array
    phone_index: Uint8Array
    email_sealed: Uint8Array | null
    in_directory: boolean
    introduction: string
    version: number
    created_at: Date
    application_id: number | null
    wished_level_id: number | null
    wished_at: Date | null
  }
  member_application: {
    id: number
    account_id: number
    kind: string
    level_id: number | null
    state: string
    stage: string
    name: string
    organization: string
    form_sealed: Uint8Array
    id_number_index: Uint8Array | null
    phone_index: Uint8Array | null
    resume_key: string | null
    warnings: string[]
    submitted_at: Date | null
    branch_by: number | null
    decided_by: number | null
    decided_at: Date | null
    reason: string
    field_reasons: unknown
    version: number
    created_at: Date
    changed_at: Date
    branch_id: number | null
  }
  member_application_step: {
    id: number
    application_id: number
    actor_id: number | null
    step: string
    reason: string
    at: Date
  }
  member_branch: {
    id: number
    name: string
    position: number
    enabled: boolean
  }
  member_fee: {
    id: number
    level_id: number
    cents: number
    term_months: number
    effective_from: string
    decision: string
    decided_on: string
    decision_file: string | null
    created_by: number | null
    created_at: Date
  }
  member_level: {
    id: number
    kind: string
    title: string
    description: string
    seats: number
    enabled: boolean
    position: number
  }
  member_note: {
    id: number
    application_id: number
    author_id: number | null
    text_sealed: Uint8Array
    created_at: Date
  }
  member_reminder: {
    id: number
    member_id: number
    term_until: string
    days: number
    created_at: Date
    kind: string
    by_phone: boolean
    people: number
  }
  member_seat: {
    id: number
    member_id: number
    account_id: number | null
    name: string
    phone_sealed: Uint8Array
    phone_index: Uint8Array
    state: string
    created_at: Date
  }
  member_term: {
    id: number
    member_id: number
    fee_id: number | null
    order_no: string | null
    cents: number
    starts_on: string
    ends_on: string
    cancelled_at: Date | null
    created_at: Date
  }
  membership_settings: {
    only_row: boolean
    settings: unknown
  }
  message: {
    id: number
    account_id: number
    kind: string
    type: number
    title: string
    link: string
    bulletin_id: number | null
    question_id: number | null
    from_name: string
    from_avatar: string
    once_key: string | null
    read_at: Date | null
    created_at: Date
  }
  migration: {
    name: string
    applied_at: Date
  }
  notice_choice: {
    account_id: number
    kind: string
    site: boolean
    sms: boolean
    mail: boolean
    push: boolean
  }
  notice_quiet: {
    account_id: number
    enabled: boolean
    from_minute: number
    to_minute: number
  }
  pay_attempt: {
    id: number
    order_id: number
    attempt_no: string
    provider: string
    method: string
    state: string
    amount_cents: number
    ticket: unknown
    created_at: Date
    expires_at: Date
    query_at: Date | null
    queries: number
    failure: string | null
  }
  pay_callback: {
    id: number
    provider: string
    body: string
    headers: unknown
    received_at: Date
    verdict: string | null
  }
  pay_order: {
    id: number
    order_no: string
    account_id: number | null
    kind: string
    title: string
    amount_cents: number
    refunded_cents: number
    state: string
    created_at: Date
    expires_at: Date
    paid_at: Date | null
    subject_type: string
    subject_id: number
    fee_id: number | null
    previous_term_until: string | null
  }
  payment: {
    id: number
    order_id: number
    attempt_id: number
    provider: string
    transaction_id: string
    amount_cents: number
    purpose: string
    learned_by: string
    paid_at: Date
    created_at: Date
  }
  peer_application: {
    id: number
    group_id: number
    account_id: number
    alias: string
    note_sealed: Uint8Array
    state: string
    reason: string
    decided_by: number | null
    created_at: Date
    decided_at: Date | null
    alias_folded: string
  }
  peer_group: {
    id: number
    title: string
    summary: string
    description: string
    rules: string
    capacity: number
    state: string
    leader_id: number
    co_leader_id: number | null
    team_id: number | null
    created_at: Date
    kind: string
    starts_on: string | null
    ends_on: string | null
    is_closed_by_staff: boolean
    ended_by: number | null
    ended_at: Date | null
    end_reason: string
    co_leader_agreed_at: Date | null
  }
  peer_report: {
    id: number
    group_id: number | null
    reporter_id: number
    reported_id: number | null
    message_id: number
    reason: string
    texts_sealed: Uint8Array
    state: string
    outcome: string
    handled_by: number | null
    created_at: Date
    handled_at: Date | null
    roster_group_id: number | null
    team_id: number | null
  }
  picture: {
    key: string
    width: number
    height: number
    widths: number[]
    created_by: number | null
    created_at: Date
  }
  private_file: {
    key: string
    owner_id: number
    purpose: string
    readers: number[]
    name: string
    mime: string
    bytes: number
    created_at: Date
  }
  push_subscription: {
    id: number
    account_id: number
    session_id: number
    endpoint_index: Uint8Array
    subscription_sealed: Uint8Array
    created_at: Date
  }
  question: {
    id: number
    author_id: number | null
    title: string
    content: string
    is_anonymous: boolean
    domain_ids: number[]
    state: string
    state_reason: string
    merged_into: number | null
    closed_at: Date | null
    answer_count: number
    collect_count: number
    like_count: number
    asked_day: number
    hot: number
    recommended: number
    created_at: Date
    edited_at: Date | null
  }
  question_collect: {
    question_id: number
    account_id: number
    created_at: Date
    in_sight: boolean
  }
  reader_notice: {
    answer_id: number
    notified_until: number
  }
  receipt: {
    id: number
    order_id: number
    kind: string
    state: string
    buyer: string
    tax_no: string
    email_sealed: Uint8Array | null
    cents: number
    number: string | null
    issued_by: number | null
    issued_at: Date | null
    void_number: string | null
    voided_by: number | null
    created_at: Date
  }
  receipt_seal: {
    only_row: boolean
    key: string
  }
  recovery_code: {
    account_id: number
    code_hash: Uint8Array
    used_at: Date | null
  }
  refund: {
    id: number
    refund_no: string
    order_id: number
    payment_id: number
    amount_cents: number
    reason: string
    state: string
    asked_by: number | null
    decided_by: number | null
    decided_at: Date | null
    note: string
    query_at: Date | null
    queries: number
    failure: string | null
    created_at: Date
    done_at: Date | null
    redirected_to: string | null
    paid_out_at: Date | null
    paid_out_by: number | null
    reference: string
  }
  registration: {
    id: number
    meeting_id: number
    account_id: number | null
    attend_type: number
    state: string
    name: string
    sex: string
    company: string
    profess: string
    unit_id: number | null
    contact_sealed: Uint8Array | null
    phone_index: Uint8Array | null
    arrival_at: Date
    leave_at: Date
    rooms: number
    share_with: string
    room_id: number | null
    is_listed: boolean
    pay_until: Date | null
    waiting_since: Date | null
    paid_at: Date | null
    paid_cents: number | null
    order_no: string | null
    refund_cents: number
    end_reason: string
    is_walk_in: boolean
    reminded_at: Date | null
    created_at: Date
    changed_at: Date
    ended_by: number | null
    refund_asked_at: Date | null
    form_key: string | null
    needs_receipt: boolean
    offered_at: Date | null
  }
  registration_request: {
    id: number
    registration_id: number
    kind: string
    state: string
    reason: string
    wanted_sealed: Uint8Array | null
    to_account_id: number | null
    answer: string
    decided_by: number | null
    decided_at: Date | null
    created_at: Date
    due_at: Date
    called_at: Date | null
  }
  review: {
    id: number
    question_id: number
    answer_id: number | null
    cause: string
    detail: string
    reporter_id: number | null
    state: string
    decision: string | null
    note: string
    decided_by: number | null
    created_at: Date
    decided_at: Date | null
  }
  revision: {
    id: number
    question_id: number
    answer_id: number | null
    title: string
    content: string
    edited_by: number | null
    created_at: Date
  }
  roster_group: {
    id: number
    committee_id: number | null
    meeting_id: number | null
    team_id: number
    state: string
    created_by: number | null
    created_at: Date
    ended_by: number | null
    ended_at: Date | null
    end_reason: string
  }
  second_factor: {
    id: number
    account_id: number
    kind: string
    name: string
    credential_id: string | null
    public_key: Uint8Array | null
    counter: number
    transports: string[]
    secret_sealed: Uint8Array | null
    last_step: number | null
    created_at: Date
    used_at: Date | null
  }
  security_event: {
    id: number
    at: Date
    kind: string
    account_id: number | null
    ip: string
    request_id: string
    detail: unknown
    previous_hash: Uint8Array
    hash: Uint8Array
  }
  session: {
    id: number
    account_id: number
    token_hash: Uint8Array
    device: string
    ip: string
    created_at: Date
    seen_at: Date
    idle_until: Date
    expires_at: Date
    confirmed_at: Date | null
    is_host_bound: boolean
  }
  session_check_in: {
    session_id: number
    registration_id: number
    at: Date
    door: string
    staff_id: number | null
    received_at: Date
    claimed_at: Date | null
  }
  simulated_callback: {
    id: number
    url: string
    body: string
    tries: number
    next_at: Date
    provider: string
  }
  simulated_gateway: {
    id: number
    keys_sealed: Uint8Array
  }
  simulated_refund: {
    out_refund_no: string
    refund_id: string
    out_trade_no: string
    cents: number
    notify_url: string | null
    state: string
    created_at: Date
    done_at: Date | null
  }
  simulated_trade: {
    out_trade_no: string
    trade_type: string
    description: string
    total_cents: number
    notify_url: string
    openid: string | null
    token: string
    state: string
    expires_at: Date
    created_at: Date
    arrives_at: Date | null
    paid_cents: number | null
    transaction_id: string | null
    paid_at: Date | null
    provider: string
    refunds_fail: boolean
  }
  site_settings: {
    only_row: boolean
    settings: unknown
  }
  sms_code: {
    id: number
    phone_index: Uint8Array
    purpose: string
    digest: Uint8Array
    network: string
    tries: number
    foreign_tries: number
    created_at: Date
    expires_at: Date
    used_at: Date | null
  }
  sms_message: {
    id: number
    phone_index: Uint8Array
    phone_sealed: Uint8Array
    code_sealed: Uint8Array
    purpose: string
    state: string
    tries: number
    next_try_at: Date
    failure: string | null
    created_at: Date
    sent_at: Date | null
  }
  special_committee: {
    id: number
    name: string
    position: number
    enabled: boolean
  }
  special_committee_member: {
    committee_id: number
    account_id: number
  }
  spent_challenge: {
    signature: string
    spent_at: Date
  }
  submission: {
    id: number
    call_id: number
    account_id: number | null
    state: string
    title: string
    content: unknown
    person_sealed: Uint8Array
    counts: unknown
    file_key: string | null
    file_text: string
    submitted_at: Date | null
    due_at: Date | null
    decided_by: number | null
    decided_at: Date | null
    note: string
    score: number | null
    award: number | null
    certificate_number: string | null
    version: number
    created_at: Date
    changed_at: Date
  }
  submission_call: {
    id: number
    kind: string
    title: string
    opens_at: Date
    deadline: Date
    state: string
    criteria: unknown
    published_at: Date | null
    version: number
    created_at: Date
    notice_days: number
    noticed_at: Date | null
    notice_until: Date | null
    retention_days: number
    purged_at: Date | null
  }
  submission_objection: {
    id: number
    call_id: number
    submission_id: number | null
    account_id: number | null
    text_sealed: Uint8Array
    state: string
    answer: string
    decided_by: number | null
    decided_at: Date | null
    created_at: Date
  }
  submission_review: {
    id: number
    submission_id: number
    reviewer_id: number
    state: string
    scores: unknown
    total: number | null
    comment: string
    created_at: Date
    done_at: Date | null
  }
  tally: {
    name: string
    value: number
  }
  throttle: {
    key: string
    window_start: Date
    hits: number
  }
  totp_enrolment: {
    account_id: number
    secret_sealed: Uint8Array
    expires_at: Date
  }
  transfer_proof: {
    id: number
    attempt_id: number
    file_key: string
    state: string
    reason: string
    decided_by: number | null
    decided_at: Date | null
    created_at: Date
  }
  visible_article: {
    id: number
    column_id: number
    tag_id: number | null
    title: string
    summary: string
    content: string
    picture_key: string | null
    pinned: boolean
    publish_at: Date | null
    updated_at: Date
  }
  watch_word: {
    id: number
    word: string
    plain: string
    action: string
    created_by: number | null
    created_at: Date
  }
  wechat_certificate: {
    serial: string
    pem: string
    expires_at: Date
    fetched_at: Date
  }
  wechat_payer: {
    account_id: number
    openid_sealed: Uint8Array
  }
}
