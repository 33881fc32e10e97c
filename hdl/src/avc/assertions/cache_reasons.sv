
  // What a solver needed for what rests on much.
  // AnswerComesInTime rests on BlockedHasHead, CountIsQueueAndAnswer, FillIsInOnePlace and HeadIsInX.
  // AnswerComesInTime rests on EveryTransactionIsAnsweredInTime, FlushIsOnOneLine and PlaceIsRecord.
  // AnswerComesInTime rests on FillIsItsRegisters, NoOtherRegisterIsUsed and OneAsksAtATime.
  // AnswerComesInTime rests on NothingIsLookedUpBesidesWork, QueueIsLookedUpInOrder and QueueIsOneRing.
  // AnswerComesInTime rests on StateIsOneOfThese, WorkIsOfItsKind, SomeReadAsks and AskedAreAwaited.
  // AnswerComesInTime rests on MissedAreBusy and AnswerComesInTime.
  // EveryTransactionIsAnsweredInTime rests on AnswerComesInTime, BlockedHasHead and HeadIsInX.
  // EveryTransactionIsAnsweredInTime rests on CountIsQueueAndAnswer, FillIsInOnePlace and PlaceIsRecord.
  // EveryTransactionIsAnsweredInTime rests on NothingIsLookedUpBesidesWork and OneAsksAtATime.
  // EveryTransactionIsAnsweredInTime rests on QueueIsLookedUpInOrder, AnsweredIsExecuted and QueueIsOneRing.
  // EveryTransactionIsAnsweredInTime rests on MissedAreBusy and RegisterIsAtOnePoint.
  // AffineWriteInvalidatesL1 rests on AnsweredIsDone, CountIsQueueAndAnswer and HeadHasItsCode.
  // AffineWriteInvalidatesL1 rests on HeadIsInX, NothingIsLookedUpBesidesWork and PlaceIsRecord.
  // AffineWriteInvalidatesL1 rests on QueueIsLookedUpInOrder, QueueIsOneRing and YoungAreNotLookedUpYet.
  // EmptyMaskAnswersEmpty rests on CountIsQueueAndAnswer, HeadIsInX and PlaceIsRecord.
  // EmptyMaskAnswersEmpty rests on EveryTransactionIsAnsweredInTime, QueueIsLookedUpInOrder.
  // GenericWriteClearsValidBits rests on CountIsQueueAndAnswer, EveryTransactionIsAnsweredInTime.
  // GenericWriteClearsValidBits rests on HeadIsInX, NoEntryWithoutLine, WrittenIsKept and LineIsKnownInX.
  // GenericWriteClearsValidBits rests on PlaceIsRecord and QueueIsLookedUpInOrder.
  // CalmIsQuiet rests on AnswerNamesARegister, BlockedHasHead, CalmMissIsOne and FillIsInOnePlace.
  // CalmIsQuiet rests on HeadIsInX, IdleEnds, MatchIsKnownInX, OneAsksAtATime and AnsweredIsExecuted.
  // CalmIsQuiet rests on QueueIsLookedUpInOrder, QueueIsOneRing, YoungAreNotLookedUpYet.
  // CalmIsQuiet rests on RegisterIsAtOnePoint.
  // CalmMissIsOne rests on AnsweredIsDone, HeadIsInX, IdleEnds, MatchIsKnownInX and MissedAreBusy.
  // CalmMissIsOne rests on NothingIsLookedUpBesidesWork and RegisterIsAtOnePoint.
  // ConflictIsInLine rests on ComparedIsEntry, NoEntryWithoutLine and NothingIsLookedUpBesidesWork.
  // ConflictIsInLine rests on WorkIsOfItsKind.
  // CountIsQueueAndAnswer rests on QueueIsLookedUpInOrder and QueueIsOneRing.
  // BlockedHasHead rests on FillIsItsRegisters, MatchIsKnownInX and NothingIsLookedUpBesidesWork.
  // BlockedHasHead rests on QueueIsLookedUpInOrder and QueueIsOneRing.
  // FirstFillIsNotPlacedYet rests on ComparedIsEntry, FillIsItsRegisters and NothingIsPlacedYet.
  // FirstFillIsNotPlacedYet rests on NothingIsLookedUpBesidesWork.
  // GivenUpIsKnown rests on ComparedIsEntry, ConflictIsInLine, NoEntryWithoutLine and LineIsKnownInX.
  // GivenUpIsKnown rests on NothingIsLookedUpBesidesWork, StateIsOneOfThese and WorkIsOfItsKind.
  // GivenUpIsKnown rests on WorkIsOnOneLine.
  // HeadHasItsCode rests on CountIsQueueAndAnswer, EncoderGivesTheCode and EncoderHasTheYoungest.
  // HeadHasItsCode rests on NothingIsLookedUpBesidesWork, QueueIsLookedUpInOrder and QueueIsOneRing.
  // HeadHasItsCode rests on YoungAreNotLookedUpYet, PlaceIsCoded and YoungHaveTheirCode.
  // HeadIsCoded rests on EncoderHasTheYoungest, NothingIsLookedUpBesidesWork and QueueIsOneRing.
  // HeadIsCoded rests on QueueIsLookedUpInOrder and YoungAreNotLookedUpYet.
  // HeadIsInX rests on FillIsItsRegisters, LookupsAreOfTheQueue and NothingIsLookedUpBesidesWork.
  // HeadIsInX rests on QueueIsLookedUpInOrder, QueueIsOneRing, WorkIsOfItsKind and PlaceIsRecord.
  // IdleEnds rests on CountIsQueueAndAnswer, FillIsInOnePlace, FillIsItsRegisters and MissedAreBusy.
  // IdleEnds rests on NothingIsLookedUpBesidesWork, OneAsksAtATime and QueueIsLookedUpInOrder.
  // IdleEnds rests on StateIsOneOfThese, WorkIsOfItsKind and RegisterIsAtOnePoint.
  // MatchIsKnownInX rests on FillIsInOnePlace, FillIsItsRegisters, FillIsOfItsRegister.
  // MatchIsKnownInX rests on NothingIsLookedUpBesidesWork and WorkIsOfItsKind.
