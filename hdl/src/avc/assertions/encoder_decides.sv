
  // DecodingReturnsActiveLanes rests on its LaneAgrees and EstimateIsOfTheFirstLane.
  // DecodingReturnsActiveLanes rests on StagesHoldWhatCame.
  // InactiveLanesAreIgnored rests on its VerdictIsOfTheCode and StagesHoldWhatCame.
  // RestrictedFormIsRecognised rests on its VerdictIsOfTheCode and StagesHoldWhatCame.
